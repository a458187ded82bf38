import { cp, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isBucket } from '../config-addresses.ts';
import type { Config } from '../config.ts';
import { connectPostgres, openEmbedded, type Connection } from '../db/connect.ts';
import { embeddedFolder, openDatabase } from '../db/open.ts';
import { OperatorError } from '../operator-error.ts';
import { countEverything, writeManifest, type Counts } from './manifest.ts';
import { runPostgresProgram } from './postgres-programs.ts';

export const contents = {
  postgres: 'database.dump',
  embedded: 'database.tar.gz',
  files: 'files',
};

/**
 * Saves the database and the uploaded files into the new folder `target`, which appears only when the backup is
 * complete. The embedded database must not be in use. Throws `OperatorError`.
 */
export async function makeBackup(config: Config, target: string, now: Date): Promise<Counts> {
  if (await exists(target)) throw new OperatorError(`${target} exists already. Choose another folder.`);
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  // Stored files never change. Copy them both before and after the database, so that the backup has every file that the
  // database mentions, even if people add or delete files meanwhile.
  await copyFiles(config, unfinished);
  const counts = await saveDatabase(config, unfinished);
  await copyFiles(config, unfinished);
  await writeManifest(unfinished, {
    format: 1,
    madeAt: now.toISOString(),
    database: config.databaseUrl ? 'postgres' : 'embedded',
    files: isBucket(config.storageUrl) ? 'elsewhere' : 'included',
    counts,
  });
  await rename(unfinished, target);
  return counts;
}

/**
 * Throws when this process may not read the folder that contains `path`. Otherwise files that this process cannot see
 * would count as missing.
 */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function copyFiles({ storageUrl }: Config, folder: string): Promise<void> {
  if (isBucket(storageUrl) || !(await exists(storageUrl))) return;
  await cp(storageUrl, join(folder, contents.files), { recursive: true, force: false });
}

function saveDatabase(config: Config, folder: string): Promise<Counts> {
  return config.databaseUrl
    ? dumpPostgres(config.databaseUrl, join(folder, contents.postgres))
    : dumpEmbedded(embeddedFolder(config), join(folder, contents.embedded));
}

/** Counts and dumps the database in one snapshot, so that the counts match the dump even while people buy tickets. */
async function dumpPostgres(databaseUrl: string, file: string): Promise<Counts> {
  const connection = connectPostgres({ databaseUrl, pool: 1, transactionsMayWait: true });
  try {
    return await connection.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(tx);
        const counts = await countEverything(tx);
        await runPostgresProgram('pg_dump', databaseUrl, [
          '--format=custom',
          '--no-owner',
          '--no-privileges',
          `--snapshot=${rows[0]?.snapshot ?? ''}`,
          `--file=${file}`,
        ]);
        return counts;
      });
  } finally {
    await connection.close();
  }
}

async function dumpEmbedded(folder: string, file: string): Promise<Counts> {
  await assertExists(folder);
  const connection = await openEmbedded(folder);
  try {
    const counts = await countEverything(connection.db);
    await writeFile(file, await connection.dump());
    return counts;
  } finally {
    await connection.close();
  }
}

/** Throws `OperatorError` when the embedded database does not exist yet. */
export async function openExisting(config: Config): Promise<Connection> {
  if (!config.databaseUrl) await assertExists(embeddedFolder(config));
  return openDatabase(config, { pool: 1 });
}

async function assertExists(folder: string): Promise<void> {
  if (!(await exists(folder))) throw new OperatorError(`There is no database in ${folder}. Check DATA_DIR.`);
}
