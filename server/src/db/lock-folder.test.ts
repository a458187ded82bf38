import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, it } from 'vitest';
import { FolderInUseError, lockFolder } from './lock-folder.ts';

/** Reads the lock in a loop on another thread. When stopped, it reports every content that it saw. */
const readerScript = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { readFileSync } = require('node:fs');
  const contents = new Set();
  parentPort.postMessage('ready');
  while (Atomics.load(workerData.stop, 0) === 0) {
    try { contents.add(readFileSync(workerData.path, 'utf8')); } catch {}
  }
  parentPort.postMessage([...contents]);
`;

const folder = mkdtempSync(join(tmpdir(), 'foyer-lock-'));
const path = join(folder, 'pg.lock');

afterAll(() => rmSync(folder, { recursive: true }));

describe('the lock of a data folder', () => {
  it('keeps a second process out with a message that says what to do', () => {
    // The parent process is certainly running, and its id differs from ours.
    writeFileSync(path, String(process.ppid));
    expect(() => lockFolder(path)).toThrow(FolderInUseError);
    expect(() => lockFolder(path)).toThrow(/DATA_DIR.*DATABASE_URL/);
    rmSync(path);
  });

  it('is taken over from a process that no longer runs, and can be released', () => {
    writeFileSync(path, '999999999');
    const unlock = lockFolder(path);
    expect(readFileSync(path, 'utf8')).toBe(String(process.pid));
    unlock();
    expect(existsSync(path)).toBe(false);
  });

  it('contains the process id at every moment', { timeout: 30_000 }, async () => {
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const reader = new Worker(readerScript, { eval: true, workerData: { path, stop } });
    await once(reader, 'message');
    for (let round = 0; round < 2000; round += 1) lockFolder(path)();
    Atomics.store(stop, 0, 1);
    const [read] = (await once(reader, 'message')) as [string[]];
    expect(read).toContain(String(process.pid));
    expect(read.filter((content) => content !== String(process.pid))).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});
