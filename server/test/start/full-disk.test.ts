import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFoyer } from '../../../e2e/server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-full-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Code that makes a process believe that its disks are full. */
const fullDisks = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  fs.promises.statfs = async () => ({ blocks: 1000, bavail: 1, bsize: 512 });
  syncBuiltinESMExports();`;
const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(fullDisks)}` };

describe('a process', () => {
  it(
    'does not start on a full disk, prints one sentence and leaves nothing behind',
    { timeout: 60_000 },
    async () => {
      const dataDir = join(folder, 'data');
      await expect(startFoyer({ dataDir, env })).rejects.toThrow(
        /^Foyer did not start:\nFoyer cannot start because the disk of [^\n]+ is full \(0 MB are left, and Foyer needs 32\): free some space, [^\n]+\.\n$/,
      );
      expect(existsSync(dataDir)).toBe(false);
    },
  );
});
