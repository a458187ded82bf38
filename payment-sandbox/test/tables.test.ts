import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { connectPostgres, openEmbedded, type Connection, type Db } from '@foyer/server/db/connect.ts';
import { migrate } from '@foyer/server/db/migrate.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startFoyer } from '../../e2e/server.ts';
import { createDatabase, type TestDatabase } from '../../server/test/database/create-database.ts';
import { createPaymentSandbox, sandboxMigrations } from '../src/payment-sandbox.ts';
import { connectSdk, ticketCheckout } from './sandbox-world.ts';

const serverMigrations = join(import.meta.dirname, '../../server/src/db/migrations');
const clock = { now: () => new Date('2026-11-20T12:00:00Z') };

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase(inject('postgres').adminUrl);
});
afterEach(() => database.drop());

/** Lists everything in the database that belongs to the payment sandbox: its schema, and its tables in any schema. */
async function listTraces(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
    where tablename like '%sandbox%' or schemaname like '%sandbox%'
    union select nspname from pg_namespace where nspname like '%sandbox%'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

describe('the database of Foyer', () => {
  it.each([
    ['production with Stripe', 'stripe', []],
    [
      'payment sandbox',
      'sandbox',
      [
        'payment_sandbox',
        'payment_sandbox.kysely_migration',
        'payment_sandbox.kysely_migration_lock',
        'payment_sandbox.sandbox_deliveries',
        'payment_sandbox.sandbox_events',
        'payment_sandbox.sandbox_idempotency_keys',
        'payment_sandbox.sandbox_objects',
        'payment_sandbox.sandbox_switches',
      ],
    ],
  ])(
    'contains the tables of the payment sandbox only if Foyer was started with the sandbox: %s',
    { timeout: 60_000 },
    async (_, payments, traces) => {
      const foyer = await startFoyer({
        databaseUrl: database.url,
        env: {
          FOYER_ENV: 'production',
          HOST: '127.0.0.1',
          FOYER_DEMO: 'off',
          FOYER_RATE_LIMITS: 'on',
          SESSION_SECRET: 'a secret that only this test knows',
          PAYMENTS: payments,
          STRIPE_SECRET_KEY: 'sk_test_never_used',
          STRIPE_WEBHOOK_SECRET: 'whsec_never_used',
        },
      });
      await foyer.stop();
      const connection = connectPostgres({ databaseUrl: database.url, pool: 1 });
      expect(await listTraces(connection.db)).toEqual(traces);
      await connection.close();
    },
  );
});

/** Migrates an empty database as far as the versions before the payment sandbox had its own schema. */
async function migrateToOldState(db: Db) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-migrations-'));
  const isOld = (path: string) => !path.endsWith('.sql') || basename(path) < '0011';
  await cp(serverMigrations, folder, { recursive: true, filter: isOld });
  await migrate(db, { folder });
  await rm(folder, { recursive: true });
}

async function openSandbox(db: Db) {
  await migrate(db, sandboxMigrations);
  const sandbox = createPaymentSandbox({
    db,
    publicUrl: 'http://foyer.localhost',
    webhookUrl: 'http://foyer.localhost/webhook',
    webhookSecret: 'whsec_for_tests',
    clock,
    log: { error: () => {}, warn: () => {} },
    allowSwitches: false,
  });
  return { stripe: connectSdk(sandbox.fetch), db: sandbox.context.db };
}

describe.each(['postgres', 'embedded'] as const)('the %s database of an older Foyer version', (kind) => {
  let connection: Connection;
  beforeEach(async () => {
    connection =
      kind === 'postgres'
        ? connectPostgres({ databaseUrl: database.url, pool: 4 })
        : await openEmbedded(null);
    await migrateToOldState(connection.db);
  }, 60_000);
  afterEach(() => connection.close());

  it('loses the payment sandbox tables in an upgrade when the sandbox was never used', async () => {
    expect(await listTraces(connection.db)).toHaveLength(5);
    await migrate(connection.db);
    expect(await listTraces(connection.db)).toEqual([]);
  });

  it('keeps the payment sessions, events and switches in an upgrade, and accepts new sessions', async () => {
    const session = { id: 'cs_test_old', object: 'checkout.session', status: 'open' };
    await sql`insert into sandbox_objects (id, type, data, due_at, created_at)
      values (${session.id}, 'checkout.session', ${JSON.stringify(session)}, now() + interval '9 years', now())`.execute(
      connection.db,
    );
    await sql`insert into sandbox_events (id, type, data, created_at) values ('evt_old', 'x', '{}', now())`.execute(
      connection.db,
    );
    await sql`insert into sandbox_deliveries (event_id, status, next_attempt_at, created_at)
      values ('evt_old', 'pending', now(), now())`.execute(connection.db);
    await sql`insert into sandbox_switches (data) values ('{"webhookHold": true}')`.execute(connection.db);

    await migrate(connection.db);
    const { stripe, db } = await openSandbox(connection.db);

    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject(session);
    const { id } = await stripe.checkout.sessions.create(ticketCheckout(clock));
    const listed = await stripe.checkout.sessions.list();
    expect(listed.data.map((one) => one.id)).toEqual([id, session.id]);
    expect(await db.selectFrom('sandbox_deliveries').select(['event_id', 'status']).execute()).toEqual([
      { event_id: 'evt_old', status: 'pending' },
    ]);
    expect(await db.selectFrom('sandbox_switches').select('data').execute()).toEqual([
      { data: { webhookHold: true } },
    ]);
  });
});
