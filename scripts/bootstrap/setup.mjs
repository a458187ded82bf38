// This script runs before any package is installed, so it imports only Node's own modules. It must work on Node 20,
// because it finds or installs the newer Node.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveUp } from './give-up.mjs';
import { withLock } from './lock.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const oldestNode = 24;
const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.foyer-installed');

/**
 * Installs missing packages and finds a Node that can run Foyer.
 * @returns {Promise<string>} the path of a Node of version 24 or newer
 */
export async function setUp() {
  if (!isInstalled()) {
    await withLock(join(root, '.setup.lock'), () => {
      if (!isInstalled()) installPackages();
    });
  }
  return getNode();
}

function isInstalled() {
  if (!existsSync(join(modules, '.package-lock.json'))) return false;
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return true;
  return hasLockedPackages();
}

function stamp() {
  const lock = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${process.platform}-${process.arch} ${lock}\n`;
}

// Tells whether all packages of package-lock.json are installed, perhaps by a manual `npm install`, which does not
// write the stamp file.
function hasLockedPackages() {
  const wanted = readPackages(lockFile);
  const present = readPackages(join(modules, '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional, os, cpu, libc }]) => {
    if (!path.startsWith('node_modules/')) return true;
    if (optional && !(suits(os, process.platform) && suits(cpu, process.arch) && !libc)) return true;
    return present[path] !== undefined && present[path].version === version;
  });
}

/**
 * @typedef {{ version?: string, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: unknown }} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** @param {string | string[] | undefined} allowed @param {string} ours */
function suits(allowed, ours) {
  return [allowed].flat().includes(ours);
}

function installPackages() {
  console.log('Installing packages (first time, about a minute)…');
  // Do not use `npm ci`, because it deletes node_modules first, and the Node that runs this script may be installed
  // there.
  const { status } = runNpm(
    ['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'],
    ['ignore', 'ignore', 'inherit'],
  );
  if (status !== 0) {
    giveUp(
      'The packages could not be installed. Check that npm is installed, reaches its registry and may write to this folder. Then run the same command again.',
    );
  }
  writeFileSync(stampFile, stamp());
}

/**
 * Runs the npm that started this script, if there is one, because PATH may name another npm.
 * @param {string[]} args
 * @param {import('node:child_process').StdioOptions} stdio
 */
export function runNpm(args, stdio) {
  const started = process.env.npm_execpath ?? '';
  if (basename(started) === 'npm-cli.js') {
    const node = process.env.npm_node_execpath ?? process.execPath;
    return spawnSync(node, [started, ...args], { cwd: root, stdio, encoding: 'utf8' });
  }
  return spawnSync('npm', args, { cwd: root, stdio, encoding: 'utf8', shell: process.platform === 'win32' });
}

function getNode() {
  if (majorOf(process.version) >= oldestNode) return process.execPath;
  const packaged =
    process.platform === 'win32'
      ? join(modules, `node-win-${process.arch}`, 'bin', 'node.exe')
      : join(modules, `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (isRecentNode(packaged)) return packaged;
  return giveUp(
    `Foyer needs Node ${oldestNode} or newer, and npm has none for ${process.platform}-${process.arch}. Install it from https://nodejs.org, then run the same command again.`,
  );
}

/** @param {string} program */
function isRecentNode(program) {
  try {
    return majorOf(execFileSync(program, ['--version'], { encoding: 'utf8' })) >= oldestNode;
  } catch {
    return false;
  }
}

/** @param {string} version such as v24.21.0 */
function majorOf(version) {
  return Number.parseInt(version.slice(1), 10);
}
