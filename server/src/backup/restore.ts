import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isBucket } from '../config-addresses.ts';
import type { Config } from '../config.ts';
import { connectPostgres, openEmbedded, type Connection } from '../db/connect.ts';
import { listBrokenInvariants } from '../db/invariants.ts';
import { embeddedFolder } from '../db/open.ts';
import { OperatorError } from '../operator-error.ts';
import { contents, exists } from './backup.ts';
import { countEverything, readManifest, type Counts, type Manifest } from './manifest.ts';
import { runPostgresProgram } from './postgres-programs.ts';

/**
 * Restores a backup into an empty database and an empty folder, and checks that the counts match and the data has no
 * faults. Throws `OperatorError`, and overwrites no existing data.
 */
export async function restoreBackup(config: Config, source: string): Promise<Counts> {
  const manifest = await readManifest(source);
  await assertSameKind(config, manifest);
  await assertNoFiles(config);
  const connection = config.databaseUrl
    ? await restorePostgres(config.databaseUrl, join(source, contents.postgres))
    : await restoreEmbedded(embeddedFolder(config), join(source, contents.embedded));
  try {
    const files = join(source, contents.files);
    if (await exists(files)) await cp(files, config.storageUrl, { recursive: true, force: false });
    return await checkRestored(connection, manifest);
  } finally {
    await connection.close();
  }
}

async function assertSameKind(config: Config, { database, files }: Manifest): Promise<void> {
  const kind = config.databaseUrl ? 'postgres' : 'embedded';
  if (database !== kind) {
    throw new OperatorError(
      database === 'postgres'
        ? 'This is a backup of a PostgreSQL server. Set DATABASE_URL to an empty database.'
        : 'This is a backup of the embedded database. Remove DATABASE_URL to restore it.',
    );
  }
  if (files === 'included' && isBucket(config.storageUrl)) {
    throw new OperatorError('This backup holds uploaded files. Set STORAGE_URL to a folder to restore them.');
  }
}

async function assertNoFiles({ storageUrl }: Config): Promise<void> {
  if (isBucket(storageUrl) || !(await exists(storageUrl))) return;
  const present = await readdir(storageUrl);
  if (present.length > 0) {
    throw new OperatorError(
      `${storageUrl} is not empty. Move its files away, or choose another STORAGE_URL.`,
    );
  }
}

async function restorePostgres(databaseUrl: string, file: string): Promise<Connection> {
  const connection = connectPostgres({ databaseUrl, pool: 1 });
  try {
    await assertEmpty(connection);
    await runPostgresProgram('pg_restore', databaseUrl, [
      '--no-owner',
      '--no-privileges',
      '--single-transaction',
      '--exit-on-error',
      file,
    ]);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return connection;
}

async function assertEmpty({ db }: Connection): Promise<void> {
  const { rows } = await sql`
    select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss', 'payment_sandbox') limit 1`.execute(db);
  if (rows.length > 0) {
    throw new OperatorError('The database is not empty. Create a new one and set DATABASE_URL to it.');
  }
}

async function restoreEmbedded(folder: string, file: string): Promise<Connection> {
  if (await exists(folder)) {
    throw new OperatorError(`${folder} exists already. Move it away, or choose another DATA_DIR.`);
  }
  return openEmbedded(folder, { dump: new Blob([await readFile(file)]) });
}

async function checkRestored({ db }: Connection, { counts }: Manifest): Promise<Counts> {
  const restored = await countEverything(db);
  const differing = Object.entries(counts).filter(
    ([name, count]) => restored[name as keyof Counts] !== count,
  );
  const faults = [
    ...differing.map(
      ([name, count]) => `${name}: ${count} in the backup, ${restored[name as keyof Counts]} now`,
    ),
    ...(await listBrokenInvariants(db)),
  ];
  if (faults.length === 0) return restored;
  throw new OperatorError(`The restored database has faults. Do not use it.\n${faults.join('\n')}`);
}
