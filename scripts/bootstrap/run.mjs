import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** @typedef {{ program: string, args: string[], env?: Record<string, string> }} Command */

/**
 * Runs several commands at the same time in one terminal, and stops all when one ends. Each command has its own
 * process group, so that Ctrl-C reaches only this script. A second Ctrl-C kills the commands, unless it comes within a
 * second, because the terminal and npm may both report one press.
 * @param {Command[]} commands
 * @returns {Promise<number>} the exit code of the command that ends first
 */
export async function runToTheEnd(commands) {
  const children = commands.map(startInOwnGroup);
  let stopRequestedAt = 0;
  /** @param {NodeJS.Signals} signal */
  const stopAll = (signal) => {
    if (stopRequestedAt > 0 && Date.now() - stopRequestedAt < 1000) return;
    for (const child of children) child.kill(stopRequestedAt > 0 ? 'SIGKILL' : signal);
    stopRequestedAt = Date.now();
  };
  process.on('SIGINT', () => stopAll('SIGINT'));
  process.on('SIGTERM', () => stopAll('SIGTERM'));
  process.on('SIGHUP', () => stopAll('SIGTERM'));
  if (process.env.npm_lifecycle_event) whenParentEnds(() => stopAll('SIGTERM'));

  const ends = children.map(waitForEnd);
  const code = await Promise.race(ends);
  if (stopRequestedAt === 0) stopAll('SIGTERM');
  await Promise.all(ends);
  return code;
}

// npm runs this script in a shell, and a signal may end only the shell. So this function watches the shell, which is
// the parent process, and calls `act` when the shell has ended.
/** @param {() => void} act */
function whenParentEnds(act) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, 200);
  watch.unref();
}

/** @param {Command} command */
function startInOwnGroup({ program, args, env }) {
  return spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    detached: process.platform !== 'win32',
    env: { ...process.env, ...env },
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code
 */
function waitForEnd(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

export function envFileOption() {
  return existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
}
