import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { connectPostgres } from '../server/src/db/connect.ts';
import { migrate } from '../server/src/db/migrate.ts';

/** Migrates the empty database and fills it with `large-data.sql`. Takes about a minute. */
export async function fillLarge(databaseUrl: string): Promise<void> {
  const connection = connectPostgres({ databaseUrl, pool: 1 });
  await migrate(connection.db);
  await connection.close();
  const statements = (await readFile(join(import.meta.dirname, 'large-data.sql'), 'utf8')).split(
    /;\s*\n\s*\n/,
  );
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    await makeAllVisible(client);
  } finally {
    await client.end();
  }
}

const maxVacuums = 10;

/**
 * Vacuums until index-only scans work, as they do in a table that has existed for a while. The server's own vacuum runs
 * at the same time and can prevent that in a single pass.
 */
async function makeAllVisible(client: pg.Client): Promise<void> {
  for (let pass = 0; pass < maxVacuums; pass += 1) {
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ visible: boolean }>(
      `select bool_and(relallvisible >= relpages) as visible from pg_class
       where relname in ('events', 'users', 'registrations', 'tickets', 'payments', 'team_members', 'teams')`,
    );
    if (rows[0]?.visible) return;
    await setTimeout(1000);
  }
}
