import { describe, expect, it } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { createTestDatabase } from './database.ts';

describe('each test database', () => {
  it('has the migrated schema and shares no rows with another test database', async () => {
    const databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const connections = databases.map(({ url }) => connectPostgres({ databaseUrl: url, pool: 1 }));
    const [written, untouched] = connections.map(({ db }) => db);
    await written
      ?.insertInto('users')
      .values({ username: 'ada', email: 'ada@example.org', password_hash: 'x' })
      .execute();
    expect(await untouched?.selectFrom('users').select('id').execute()).toEqual([]);
    await Promise.all(connections.map((connection) => connection.close()));
    await Promise.all(databases.map((database) => database.drop()));
  });
});
