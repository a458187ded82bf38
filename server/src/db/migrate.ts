import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import { OperatorError } from '../operator-error.ts';
import type { Db } from './connect.ts';

/** A folder of numbered SQL files. Tables in the PostgreSQL schema `schema` record which files have already run. */
export interface MigrationSet {
  folder: string;
  /** Without `schema`, the migrations use the default schema. A missing schema is created. */
  schema?: string;
}

export const serverMigrations: MigrationSet = { folder: join(import.meta.dirname, 'migrations') };

/**
 * Each file is one migration. Empty lines separate the statements of a file, because PGlite runs only one statement at
 * a time.
 */
function readSqlFiles(folder: string): MigrationProvider {
  return {
    async getMigrations() {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
      const entries = names.map(async (name): Promise<[string, Migration]> => {
        const statements = (await readFile(join(folder, name), 'utf8')).split(/;\s*\n\s*\n/);
        return [
          name.replace('.sql', ''),
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
