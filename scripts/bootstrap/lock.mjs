import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { giveUp } from './give-up.mjs';

/**
 * Runs `work` while no other process runs it, because two processes must not install packages into the same folder at
 * the same time.
 * @param {string} file the lock file: exists while a process does its work, and contains the id of that process
 * @param {() => void | Promise<void>} work
 */
export async function withLock(file, work) {
  while (!take(file)) await setTimeout(200);
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      giveUp(`Foyer cannot write to ${dirname(file)}. Run this command as the user who owns that folder.`);
    }
    if (!isAlive(file)) rmSync(file, { force: true });
    return false;
  }
}

/** @param {string} file */
function isAlive(file) {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    // The error EPERM means that the process is alive but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
