import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres, type Connection } from '../../src/db/connect.ts';
import { hot } from '../../src/db/hot.ts';
import type { TestDatabase } from './create-database.ts';
import { createTestDatabase } from './database.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectPostgres({ databaseUrl: database.url, pool: 1 });
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

async function countPrepared() {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_prepared_statements`.execute(
    connection.db,
  );
  return rows[0]?.count;
}

/**
 * Runs a statement that is marked as hot. Each number gives another SQL text, and so another statement to
 * prepare.
 */
async function runHot(column: number) {
  const { rows } = await sql<{
    value: string;
  }>`select ${hot} ${'same'}::text as value, ${sql.lit(column)} as n`.execute(connection.db);
  return rows[0]?.value;
}

describe('the database driver', () => {
  it('prepares a statement once per connection, and only if the statement is marked as hot', async () => {
    await connection.db.selectFrom('users').select('id').execute();
    expect(await countPrepared()).toBe(0);
    expect(await runHot(1)).toBe('same');
    expect(await runHot(1)).toBe('same');
    expect(await countPrepared()).toBe(1);
  });

  it('prepares at most a hundred statements per connection, and runs further ones without preparing them', async () => {
    for (let column = 0; column < 120; column += 1) expect(await runHot(column)).toBe('same');
    expect(await countPrepared()).toBe(100);
  });

  it('runs a hot statement on a new connection after the old connection was lost', async () => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection.db).catch(() => {});
    await expect.poll(() => runHot(1).catch(() => 'lost')).toBe('same');
    expect(await countPrepared()).toBe(1);
  });
});
