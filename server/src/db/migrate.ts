import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration';
import type { Db } from './connect.ts';

const folder = join(import.meta.dirname, 'migrations');

/** Each file is one migration; its statements are separated by empty lines, since PGlite takes one at a time. */
const sqlFiles: MigrationProvider = {
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

/** Brings the schema up to date. Several processes may call it at once: one migrates, the others wait. */
export async function migrate(db: Db): Promise<void> {
  const { error } = await new Migrator({ db, provider: sqlFiles }).migrateToLatest();
  if (error)
    throw error instanceof Error ? error : new Error('The database could not be migrated', { cause: error });
}
