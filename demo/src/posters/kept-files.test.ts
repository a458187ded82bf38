import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@foyer/server/storage/storage.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reuseOrMakeFiles } from './kept-files.ts';

let folder: string;
let cacheFile: string;
let timesMade: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-kept-files-'));
  cacheFile = join(folder, 'cache', 'files');
  timesMade = 0;
});

afterEach(() => rm(folder, { recursive: true }));

/** Fills a new storage with two files, and returns the contents of this storage. */
async function fillStorage(version: string) {
  const stored: Record<string, string> = {};
  const storage: Storage = {
    put: async (key, content, contentType) => void (stored[key] = `${contentType}: ${content.toString()}`),
    find: async () => undefined,
    remove: async (key) => void delete stored[key],
  };
  const result = await reuseOrMakeFiles({ cacheFile, version }, storage, async (recordingStorage) => {
    timesMade += 1;
    await recordingStorage.put('a', Buffer.from(`red ${version}`), 'image/webp');
    await recordingStorage.put('b', Buffer.from(`blue ${version}`), 'image/avif');
    return ['a', 'b'];
  });
  return { result, stored };
}

const filled = (version: string) => ({
  result: ['a', 'b'],
  stored: { a: `image/webp: red ${version}`, b: `image/avif: blue ${version}` },
});

describe('files that are kept', () => {
  it('are made once, and then copied to each new storage', async () => {
    expect(await fillStorage('1')).toEqual(filled('1'));
    expect(await fillStorage('1')).toEqual(filled('1'));
    expect(timesMade).toBe(1);
    expect(await readdir(join(folder, 'cache'))).toEqual(['files']);
  });

  it('are made again for another version', async () => {
    await fillStorage('1');
    expect(await fillStorage('2')).toEqual(filled('2'));
    expect(timesMade).toBe(2);
  });

  it('are made again when the file that keeps them is damaged', async () => {
    await fillStorage('1');
    await writeFile(cacheFile, 'not what was written');
    expect(await fillStorage('1')).toEqual(filled('1'));
    expect(timesMade).toBe(2);
  });

  it('are made each time when they cannot be kept', async () => {
    await writeFile(join(folder, 'cache'), 'a file instead of a folder');
    expect(await fillStorage('1')).toEqual(filled('1'));
    expect(await fillStorage('1')).toEqual(filled('1'));
    expect(timesMade).toBe(2);
  });
});
