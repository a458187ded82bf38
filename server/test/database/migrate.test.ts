import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { migrate } from '../../src/db/migrate.ts';
import { explain } from '../../src/explain.ts';
import { createDatabase, type TestDatabase } from './create-database.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createDatabase(inject('postgres').adminUrl);
  folder = await mkdtemp(join(tmpdir(), 'foyer-migrations-'));
  await writeFile(join(folder, '0001-things.sql'), 'create table things (id integer);\n');
  await writeFile(join(folder, '0002-slow.sql'), 'insert into things select 1 from pg_sleep(0.5);\n');
});

afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

function connect() {
  return connectPostgres({ databaseUrl: database.url, pool: 1 });
}

describe('a migration of an empty database', () => {
  it('runs once, however slow its statements are and however many processes start it at once', async () => {
    const connections = [connect(), connect(), connect()];
    await Promise.all(connections.map(({ db }) => sql`set statement_timeout = 200`.execute(db)));
    await Promise.all(connections.map(({ db }) => migrate(db, { folder })));
    await Promise.all(connections.map((connection) => connection.close()));
    const reader = connect();
    const { rows } = await sql`select id from things`.execute(reader.db);
    await reader.close();
    expect(rows).toEqual([{ id: 1 }]);
  });
});

describe('a process of an older version', () => {
  it('stops with one sentence when a newer version has migrated the database', async () => {
    const connection = connect();
    await migrate(connection.db, { folder });
    await rm(join(folder, '0002-slow.sql'));
    const error: unknown = await migrate(connection.db, { folder }).catch((reason: unknown) => reason);
    await connection.close();
    expect(explain(error)).toBe(
      'The database belongs to a newer version of Foyer. Start that version, or restore a backup that this version made.',
    );
  });
});
