import type * as FileSystem from 'node:fs/promises';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { getSessionSecret } from './session-secret.ts';

const disk = vi.hoisted(() => ({ pauseAfterCreating: () => Promise.resolve() }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof FileSystem>();
  const writeFile = async (file: string, content: string, options: { flag: string; mode: number }) => {
    await original.writeFile(file, '', options);
    await disk.pauseAfterCreating();
    await original.appendFile(file, content);
  };
  return { ...original, writeFile };
});

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foyer-secret-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

async function readSecret(): Promise<string> {
  return new TextDecoder().decode(await getSessionSecret(readConfig({ DATA_DIR: dataDir })));
}

/** Makes the next write pause after it has created its file, as on a slow disk. */
function pauseNextWrite() {
  const [created, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  disk.pauseAfterCreating = () => {
    disk.pauseAfterCreating = () => Promise.resolve();
    created.resolve();
    return goOn.promise;
  };
  return { created: created.promise, goOn: goOn.resolve };
}

describe('the session secret in the data folder', () => {
  it('is the same for two processes when one process starts while the other process writes the secret', async () => {
    const write = pauseNextWrite();
    const first = readSecret();
    await write.created;
    const second = await readSecret();
    write.goOn();
    expect(second).toMatch(/^[0-9a-f]{64}$/);
    expect(await first).toBe(second);
  });

  it('stays the same at the next start, in a file that only its owner can read', async () => {
    const secret = await readSecret();
    expect(await readSecret()).toBe(secret);
    expect(await readdir(dataDir)).toEqual(['session-secret']);
    expect((await stat(join(dataDir, 'session-secret'))).mode & 0o777).toBe(0o600);
  });
});
