import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Storage } from '@foyer/server/storage/storage.ts';

interface StoredFile {
  key: string;
  content: Uint8Array;
  contentType: string;
}

interface Kept<Result> {
  version: string;
  result: Result;
  files: StoredFile[];
}

/**
 * Calls `makeFiles`, which puts files into the storage and returns a result. Keeps these files and the result in
 * `cacheFile`, so that a later call with the same `version` only copies them. If they cannot be kept, or the cache is
 * damaged, the next call makes them again.
 */
export async function reuseOrMakeFiles<Result>(
  { cacheFile, version }: { cacheFile: string; version: string },
  storage: Storage,
  makeFiles: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const kept = await readKept<Result>(cacheFile);
  if (kept?.version === version) {
    for (const { key, content, contentType } of kept.files) {
      await storage.put(key, Buffer.from(content), contentType);
    }
    return kept.result;
  }
  const files: StoredFile[] = [];
  const result = await makeFiles({
    ...storage,
    async put(key, content, contentType) {
      await storage.put(key, content, contentType);
      files.push({ key, content, contentType });
    },
  });
  await keep(cacheFile, { version, result, files }).catch(() => {});
  return result;
}

async function readKept<Result>(cacheFile: string): Promise<Kept<Result> | undefined> {
  try {
    return deserialize(await readFile(cacheFile)) as Kept<Result>;
  } catch {
    return undefined;
  }
}

async function keep(cacheFile: string, kept: Kept<unknown>) {
  await mkdir(dirname(cacheFile), { recursive: true });
  // Write to another file and rename it, because another process may read or write the cache now.
  const unfinished = `${cacheFile}-${randomUUID()}`;
  try {
    await writeFile(unfinished, serialize(kept));
    await rename(unfinished, cacheFile);
  } finally {
    await rm(unfinished, { force: true });
  }
}
