import { sql } from 'kysely';
import type { Db } from '../../src/db/connect.ts';
import { countWrites, listTables } from '../database/table-writes.ts';

/**
 * Copies every table of the database. `restore` brings back the rows of all tables that were written after the copy.
 */
export async function keepSnapshot(db: Db): Promise<{ restore: () => Promise<void> }> {
  const tables = await listTables(db);
  await sql`create schema kept`.execute(db);
  for (const { name } of tables) {
    await sql`create table ${sql.id('kept', name)} as table ${sql.raw(name)}`.execute(db);
  }
  const readWrites = await countWrites(db);
  let writesBefore = await readWrites();
  return {
    restore: async () => {
      const writes = await readWrites();
      const written = tables.filter(({ name }) => writes.get(name) !== writesBefore.get(name));
      writesBefore = writes;
      if (written.length === 0) return;
      // As a replica, PostgreSQL checks no foreign keys and runs no triggers, so each table can be restored alone.
      const statements = written.map(
        ({ name, columns }) =>
          `delete from ${name}; insert into ${name} (${columns.join(', ')}) overriding system value select ${columns.join(', ')} from kept."${name}"`,
      );
      const all = `begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`;
      await sql.raw(all).execute(db);
    },
  };
}
