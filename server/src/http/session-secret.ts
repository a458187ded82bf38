import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

/**
 * Returns SESSION_SECRET, or a secret that Foyer creates once and keeps in the data folder. Production requires the
 * setting.
 */
export async function getSessionSecret(config: Config): Promise<Uint8Array> {
  if (config.sessionSecret) return new TextEncoder().encode(config.sessionSecret);
  const file = join(config.dataDir, 'session-secret');
  await mkdir(config.dataDir, { recursive: true });
  await createOnce(file, randomBytes(32).toString('hex'));
  return new TextEncoder().encode(await readFile(file, 'utf8'));
}

/**
 * Creates the file unless it exists. Writes the content to another file first and then links that file, so that other
 * processes never read an empty file. When two processes link at once, only one succeeds.
 */
async function createOnce(file: string, content: string) {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600 });
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
