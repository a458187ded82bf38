import { sql } from 'kysely';
import type { Db } from '../../src/db/connect.ts';

/** Copies every table of the database. `restore` brings the copied rows back in about ten milliseconds. */
export async function keepSnapshot(db: Db): Promise<{ restore: () => Promise<void> }> {
  const tables = sortParentsFirst(await listTables(db));
  await sql`create schema kept`.execute(db);
  for (const { name } of tables) {
    await sql`create table ${sql.id('kept', name)} as table ${sql.raw(name)}`.execute(db);
  }
  const statements = [
    ...tables.toReversed().map(({ name }) => `delete from ${name}`),
    ...tables.map(
      ({ name, columns }) =>
        `insert into ${name} (${columns.join(', ')}) overriding system value select ${columns.join(', ')} from kept."${name}"`,
    ),
  ];
  const all = sql.raw(`begin; ${statements.join('; ')}; commit`);
  return { restore: async () => void (await all.execute(db)) };
}

interface Table {
  /** With its schema, unless that is the default schema. */
  name: string;
  /** The columns that can be written, which excludes generated columns. */
  columns: string[];
  parents: string[];
}

async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.oid::regclass::text as name,
      array(
        select quote_ident(a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns,
      array(
        select f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
      ) as parents
    from pg_class c
    where c.relnamespace in ('public'::regnamespace, 'payment_sandbox'::regnamespace) and c.relkind = 'r'
    order by c.relname`.execute(db);
  return rows;
}

function sortParentsFirst(tables: Table[]): Table[] {
  const sorted: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const next = [...waiting.values()].filter(
      (table) => !table.parents.some((parent) => waiting.has(parent)),
    );
    if (next.length === 0) throw new Error(`These tables need each other: ${[...waiting.keys()].join(', ')}`);
    for (const table of next) waiting.delete(table.name);
    sorted.push(...next);
  }
  return sorted;
}
