import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { lockFolder } from './lock-folder.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

async function startHolder() {
  const script = `
    const { lockFolder } = await import(${JSON.stringify(new URL('lock-folder.ts', import.meta.url).href)});
    await lockFolder(process.argv[1]);
    globalThis.gc();
    process.stdout.write('locked');
    setInterval(() => {}, 60_000);`;
  const options = ['--expose-gc', '--input-type=module', '--eval', script, folder];
  const holder = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  return {
    async kill() {
      const ended = once(holder, 'exit');
      holder.kill('SIGKILL');
      await ended;
    },
  };
}

describe('the lock of a data folder', () => {
  it('keeps a second process out with a message that says what to do', async () => {
    const holder = await startHolder();
    await expect(lockFolder(folder)).rejects.toThrow(OperatorError);
    await expect(lockFolder(folder)).rejects.toThrow(/DATA_DIR.*DATABASE_URL/);
    await holder.kill();
  });

  it('ends when its process is killed', async () => {
    const holder = await startHolder();
    await holder.kill();
    await expect(lockFolder(folder).then((unlock) => unlock())).resolves.toBeUndefined();
  });

  it('can be released and taken again, but cannot be taken twice at the same time', async () => {
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(OperatorError);
    unlock();
    unlock();
    const unlockAgain = await lockFolder(folder);
    unlockAgain();
  });

  it('creates the folder if it is missing, and names a lock file that cannot be locked', async () => {
    const unlock = await lockFolder(join(folder, 'new', 'folder'));
    unlock();
    writeFileSync(join(folder, 'lock.sqlite'), 'This text is not a database. '.repeat(100));
    await expect(lockFolder(folder)).rejects.toThrow(/lock\.sqlite cannot be locked.*DATA_DIR/);
  });

  it('is refused while a process of an earlier Foyer version runs, but not after that process has ended', async () => {
    const old = join(folder, 'pg.lock');
    // The lock file names the parent of this process, because the parent is certainly running.
    writeFileSync(old, String(process.ppid));
    await expect(lockFolder(folder)).rejects.toThrow(
      `If process ${process.ppid} is no Foyer, delete ${old}.`,
    );
    for (const id of [999_999_999, process.pid]) {
      writeFileSync(old, String(id));
      const unlock = await lockFolder(folder);
      unlock();
      expect(existsSync(old)).toBe(false);
    }
  });
});
