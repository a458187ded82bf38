import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import { OperatorError } from '../operator-error.ts';
import type { Db, Tx } from './connect.ts';

/** A folder of numbered SQL files. Tables in the PostgreSQL schema `schema` record which files have already run. */
export interface MigrationSet {
  folder: string;
  /** Without `schema`, the migrations use the default schema. A missing schema is created. */
  schema?: string;
}

export const serverMigrations: MigrationSet = { folder: join(import.meta.dirname, 'migrations') };

async function listMigrations(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  return files.map((name) => name.replace('.sql', '')).toSorted();
}

/**
 * Each file is one migration. Empty lines separate the statements of a file, because PGlite runs only one statement at
 * a time.
 */
function readSqlFiles(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const names = await listMigrations(folder);
      const entries = names.map(async (name): Promise<[string, Migration]> => {
        const statements = (await readFile(join(folder, `${name}.sql`), 'utf8')).split(/;\s*\n\s*\n/);
        return [
          name,
          {
            async up(db) {
              for (const statement of statements) {
                if (statement.trim()) await sql.raw(statement).execute(db);
              }
            },
          },
        ];
      });
      return Object.fromEntries(await Promise.all(entries));
    },
  };
}

// An arbitrary number, which no other advisory lock of Foyer uses.
const migrationLock = 4_615_022;

// Kysely says this when the database has run a migration that is not in the folder.
const newerDatabase = 'corrupted migrations: previously executed migration';
const olderThanDatabase =
  'The database belongs to a newer version of Foyer. Start that version, or restore a backup that this version made.';

/**
 * Runs all migrations that have not run yet, in one transaction, up to the migration `last` if it is given. When
 * several processes call this at once, one migrates and the others wait.
 */
export async function migrate(
  db: Db,
  { folder, schema }: MigrationSet = serverMigrations,
  last?: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Migrations have no time limit, because changing a large table takes longer than a statement of a request may
    // take.
    await sql`set local statement_timeout = 0`.execute(tx);
    // Keep other processes waiting until the commit. The migrator's own lock ends earlier, and another process would
    // then still see the old tables.
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    // The migrator first reads about all tables, which takes ten times as long as this look.
    if (last === undefined && (await isUpToDate(tx, { folder, schema }))) return;
    const migrator = new Migrator({
      db: tx,
      provider: readSqlFiles(folder),
      migrationTableSchema: schema,
    });
    const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
    if (!error) return;
    if (error instanceof Error && error.message.startsWith(newerDatabase))
      throw new OperatorError(olderThanDatabase);
    throw error instanceof Error ? error : new Error('The database could not be migrated', { cause: error });
  });
}

/** Returns whether all migrations of the set have run, in their order, and no others. */
async function isUpToDate(tx: Tx, { folder, schema }: MigrationSet): Promise<boolean> {
  const table = schema === undefined ? 'kysely_migration' : `${schema}.kysely_migration`;
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass(${table}) is not null as "exists"`.execute(tx);
  if (!rows[0]?.exists) return false;
  const { rows: done } = await sql<{
    name: string;
  }>`select name from ${sql.table(table)} order by "timestamp", name`.execute(tx);
  const wanted = await listMigrations(folder);
  return done.length === wanted.length && done.every(({ name }, index) => name === wanted[index]);
}
