import { sql } from 'kysely';
import type { Db } from '../../src/db/connect.ts';

/**
 * Counts the statements that write to each table of `listTables`, because reading these counts is much cheaper than reading the
 * tables. Statements without effect and rolled back statements count too. Names are as PostgreSQL prints them.
 */
export async function countWrites(db: Db): Promise<() => Promise<Map<string, number>>> {
  const tables = await listTables(db);
  const statements = tables.map(({ name }, index) => {
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
    return new Map(tables.map(({ name }, index) => [name, Number(rows[0]?.counts[index])]));
  };
}

interface Table {
  /** The name of the table, with its schema unless that is the default schema. */
  name: string;
  /** The columns that can be written, which excludes generated columns. */
  columns: string[];
}

/** Lists all tables of Foyer and of the payment sandbox, without those of the job queue. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.oid::regclass::text as name,
      array(
        select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns
    from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'payment_sandbox'::regnamespace) and c.relkind = 'r'
    order by c.relname`.execute(db);
  return rows;
}
