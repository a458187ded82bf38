import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startFoyer, type Foyer } from '../../../e2e/server.ts';
import { createDatabase, type TestDatabase } from '../database/create-database.ts';

let database: TestDatabase;
let foyer: Foyer;

beforeAll(async () => {
  database = await createDatabase(inject('postgres').adminUrl);
  foyer = await startFoyer({ databaseUrl: database.url, env: { FOYER_DEMO: 'off' } });
}, 60_000);

afterAll(async () => {
  await foyer.stop();
  await database.drop();
});

const listEvents = async () => (await fetch(`${foyer.url}/api/events`)).status;

async function endConnections(admin: pg.Client) {
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    database.name,
  ]);
}

describe('Foyer', () => {
  it('answers with no error except 503 when it loses its database connections, and then works again', async () => {
    const admin = new pg.Client({ connectionString: inject('postgres').adminUrl });
    await admin.connect();
    const statuses = new Set<number>();
    const readingEnds = new AbortController();
    const readers = Array.from({ length: 8 }, async () => {
      while (!readingEnds.signal.aborted) statuses.add(await listEvents());
    });
    for (let round = 0; round < 10; round += 1) {
      await endConnections(admin);
      await setTimeout(50);
    }
    readingEnds.abort();
    // Throws if the server process has ended, because the readers then cannot connect.
    await Promise.all(readers);
    await admin.end();
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await expect.poll(listEvents).toBe(200);
  });
});
