import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { connectPostgres } from '../server/src/db/connect.ts';
import { listBrokenInvariants } from '../server/src/db/invariants.ts';
import { migrate, serverMigrations } from '../server/src/db/migrate.ts';

/**
 * The last migration before registrations became orders. `large-data.sql` fills the tables as they were after this
 * migration.
 */
const before = '0022-names-of-deleted-people';

/**
 * Fills the empty database with `large-data.sql`, which stands for a site that has run for years, and migrates the
 * tables to their present form. Then adds the event of `large-event.sql`. Returns the seconds that the migration took.
 */
export async function fillLarge(databaseUrl: string): Promise<number> {
  const connection = connectPostgres({ databaseUrl, pool: 1 });
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await migrate(connection.db, serverMigrations, before);
    await client.connect();
    await fill(client, 'large-data.sql');
    const started = performance.now();
    await migrate(connection.db);
    const seconds = (performance.now() - started) / 1000;
    await fill(client, 'large-event.sql');
    await makeAllVisible(client);
    const faults = await listBrokenInvariants(connection.db);
    if (faults.length > 0) throw new Error(`After the migration:\n${faults.slice(0, 10).join('\n')}`);
    return seconds;
  } finally {
    await client.end();
    await connection.close();
  }
}

async function fill(client: pg.Client, file: string): Promise<void> {
  const statements = (await readFile(join(import.meta.dirname, file), 'utf8')).split(/;\s*\n\s*\n/);
  for (const statement of statements) await client.query(statement);
}

const maxVacuums = 10;

/**
 * Vacuums until index-only scans work, as they do in an older table. A single vacuum can leave pages out, because the
 * server's own vacuum runs at the same time.
 */
async function makeAllVisible(client: pg.Client): Promise<void> {
  for (let pass = 0; pass < maxVacuums; pass += 1) {
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ visible: boolean }>(
      `select bool_and(relallvisible >= relpages) as visible from pg_class
       where relname in ('events', 'users', 'orders', 'tickets', 'payments', 'team_members', 'teams')`,
    );
    if (rows[0]?.visible) return;
    await setTimeout(1000);
  }
}
