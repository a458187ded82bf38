import { sql } from 'kysely';
import type { Db } from '../../src/db/connect.ts';

/**
 * Counts the statements that write to each table, because reading these counts is much cheaper than reading the
 * tables. Statements without effect and rolled back statements count too. Names are as PostgreSQL prints them.
 */
export async function countWrites(
  db: Db,
  tables: readonly string[],
): Promise<() => Promise<Map<string, number>>> {
  const statements = tables.map((name, index) => {
    const sequence = `table_writes.table_${index}`;
    return `create sequence ${sequence} minvalue 0;
      select nextval('${sequence}');
      create trigger counts_writes after insert or update or delete or truncate on ${name}
        for each statement execute function table_writes.count_write('${sequence}')`;
  });
  // A sequence counts without a lock, so that the triggers cannot make concurrent requests wait for each other.
  const counting = `create schema table_writes;
    create function table_writes.count_write() returns trigger language plpgsql as
      $$ begin perform nextval(tg_argv[0]::regclass); return null; end $$`;
  await sql.raw([counting, ...statements].join(';\n')).execute(db);
  const reads = tables.map((_, index) => `(select last_value from table_writes.table_${index})`);
  const query = sql.raw<{ counts: string[] }>(`select array[${reads.join(', ')}]::text[] as counts`);
  return async () => {
    const { rows } = await query.execute(db);
    return new Map(tables.map((name, index) => [name, Number(rows[0]?.counts[index])]));
  };
}
