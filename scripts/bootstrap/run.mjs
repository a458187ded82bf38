import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** @typedef {{ program: string, args: string[], env?: Record<string, string> }} Command */

/**
 * Runs commands side by side in the terminal until one ends, which ends the others.
 *
 * Each has a process group of its own and gets each signal from here, once: Ctrl-C reaches a whole group, and npm
 * then sends it again. A second Ctrl-C, a second later or more, ends them at once.
 * @param {Command[]} commands
 * @returns {Promise<number>} the exit code of the first to end
 */
export async function runToTheEnd(commands) {
  const children = commands.map(startInOwnGroup);
  let askedAt = 0;
  /** @param {NodeJS.Signals} signal */
  const ask = (signal) => {
    if (askedAt > 0 && Date.now() - askedAt < 1000) return;
    for (const child of children) child.kill(askedAt > 0 ? 'SIGKILL' : signal);
    askedAt = Date.now();
  };
  process.on('SIGINT', () => ask('SIGINT'));
  process.on('SIGTERM', () => ask('SIGTERM'));
  process.on('SIGHUP', () => ask('SIGTERM'));
  if (process.env.npm_lifecycle_event) whenParentEnds(() => ask('SIGTERM'));

  const ends = children.map(waitForEnd);
  const code = await Promise.race(ends);
  if (askedAt === 0) ask('SIGTERM');
  await Promise.all(ends);
  return code;
}

// npm runs a script in a shell that a signal ends before the signal gets here.
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

/** What makes Node read the settings in `.env`, when there is one. */
export function envFile() {
  return existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
}
