import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { createTestDatabase } from './database.ts';

/**
 * This is the only foreign key without an index. An index would make it faster to delete a category, but no
 * category is ever deleted.
 */
const neverDeleted = 'events.category_id';

describe('the database', () => {
  it('has an index for every foreign key, so that deleting a row is fast', async () => {
    const database = await createTestDatabase();
    const postgres = connectPostgres({ databaseUrl: database.url, pool: 1 });
    // The tables in the schema `pgboss` belong to the job library.
    // A partial index without the rows whose foreign key is null is enough, because deleting a row never looks for
    // them.
    const { rows } = await sql<{ key: string; isServed: boolean }>`
    select keys.conrelid::regclass || '.' || columns.attname as key,
      exists (
        select from pg_index indexes
        where indexes.indrelid = keys.conrelid and indexes.indkey[0] = keys.conkey[1]
          and coalesce(pg_get_expr(indexes.indpred, indexes.indrelid), '(' || columns.attname || ' IS NOT NULL)')
            = '(' || columns.attname || ' IS NOT NULL)'
      ) as "isServed"
    from pg_constraint keys
    join pg_attribute columns on columns.attrelid = keys.conrelid and columns.attnum = keys.conkey[1]
    where keys.contype = 'f' and keys.connamespace <> 'pgboss'::regnamespace
    order by 1`.execute(postgres.db);
    await postgres.close();
    await database.drop();
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ isServed }) => !isServed).map(({ key }) => key)).toEqual([neverDeleted]);
  });
});
