import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FolderInUseError, lockFolder } from './lock-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'foyer-lock-'));
const path = join(folder, 'pg.lock');

afterAll(() => rmSync(folder, { recursive: true }));

describe('the lock of a data folder', () => {
  it('keeps a second process out with words that say what to do', () => {
    // The parent of the tests is alive and is not us.
    writeFileSync(path, String(process.ppid));
    expect(() => lockFolder(path)).toThrow(FolderInUseError);
    expect(() => lockFolder(path)).toThrow(/DATA_DIR.*DATABASE_URL/);
    rmSync(path);
  });

  it('is taken over from a process that is gone, and given back', () => {
    writeFileSync(path, '999999999');
    const unlock = lockFolder(path);
    expect(readFileSync(path, 'utf8')).toBe(String(process.pid));
    unlock();
    expect(existsSync(path)).toBe(false);
  });
});
