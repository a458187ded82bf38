import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/** SESSION_SECRET, or a secret that is created once and kept in the data folder. Production requires the setting. */
export async function getSessionSecret(config: Config): Promise<Uint8Array> {
  if (config.sessionSecret) return new TextEncoder().encode(config.sessionSecret);
  const file = join(config.dataDir, 'session-secret');
  await mkdir(config.dataDir, { recursive: true });
  // When two processes start at once, one of them writes the file and both read it.
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(
    (error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    },
  );
  return new TextEncoder().encode(await readFile(file, 'utf8'));
}
