import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { connectPostgres, type Db } from '../server/src/db/connect.ts';
import { listBrokenInvariants } from '../server/src/db/invariants.ts';
import { migrate, serverMigrations } from '../server/src/db/migrate.ts';

/**
 * The last migration before registrations became orders. `large-data.sql` fills the tables as they were after this
 * migration.
 */
const before = '0022-names-of-deleted-people';

interface MigrationCost {
  seconds: number;
  /** The tables that nobody else could read until the migration ended, sorted by name. */
  lockedTables: string[];
}

/**
 * Fills the empty database with `large-data.sql`, which stands for a site that has run for years, and migrates the
 * tables to their present form. Then adds the event of `large-event.sql`.
 */
export async function fillLarge(databaseUrl: string): Promise<MigrationCost> {
  const connection = connectPostgres({ databaseUrl, pool: 1 });
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await migrate(connection.db, serverMigrations, before);
    await client.connect();
    await fill(client, 'large-data.sql');
    const cost = await measureMigration(connection.db, client);
    await fill(client, 'large-event.sql');
    await makeAllVisible(client);
    // Checking all tickets of a large site can take longer than a request may take.
    await sql`set statement_timeout = '10min'`.execute(connection.db);
    const faults = await listBrokenInvariants(connection.db);
    if (faults.length > 0) throw new Error(`After the migration:\n${faults.slice(0, 10).join('\n')}`);
    return cost;
  } finally {
    await client.end();
    await connection.close();
  }
}

/** @param observer a connection of its own, because the migration keeps the connection of `db` busy */
async function measureMigration(db: Db, observer: pg.Client): Promise<MigrationCost> {
  const { rows } = await observer.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const older = new Set(rows.map(({ name }) => name));
  const started = performance.now();
  const end = new AbortController();
  const migrating = migrate(db).finally(() => end.abort());
  const locked = new Set<string>();
  while (!end.signal.aborted) {
    const found = await observer.query<{ name: string }>(
      `select relname as name from pg_locks join pg_class on pg_class.oid = relation
       where mode = 'AccessExclusiveLock' and granted and relkind = 'r'`,
    );
    // Other processes see a renamed table under its older name until the migration ends.
    for (const { name } of found.rows) if (older.has(name)) locked.add(name);
    await setTimeout(100);
  }
  await migrating;
  return { seconds: (performance.now() - started) / 1000, lockedTables: [...locked].toSorted() };
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
  // Running the migrations of years at once leaves several old versions of each event. A site runs them one by one, and
  // its vacuum makes their room free in between.
  await client.query('vacuum full events');
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
