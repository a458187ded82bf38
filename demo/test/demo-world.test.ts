import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDemoWorld } from '../src/demo-world.ts';
import { listBrokenInvariants } from '../../server/src/db/invariants.ts';
import type { Tables } from '../../server/src/db/tables.ts';
import { startTestApp, type TestApp } from '../../server/test/app.ts';
import type { TestDatabase } from '../../server/test/database/create-database.ts';
import { createTestDatabase } from '../../server/test/database/database.ts';
import { listMoneyDue } from '../../server/test/model/invariants.ts';

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp({ databaseUrl: database.url });
  // Create the demo world twice at once, like two processes that start on the same empty database.
  const { db, drawSlowly } = connectImpatiently();
  const make = () => makeDemoWorld({ ...app.deps, db }, app.sandbox, drawSlowly);
  await Promise.all([make(), make()]);
  await db.destroy();
});

afterAll(async () => {
  await app.close();
  await database.drop();
});

const idleMs = 100;

const noPictures = { posters: [], emblems: [] };

/**
 * Connects to the database so that PostgreSQL ends every transaction that is idle for a tenth of a second.
 * `drawSlowly` takes longer, and draws no pictures, because the browser stories test them.
 */
function connectImpatiently() {
  const pool = new pg.Pool({
    connectionString: database.url,
    idle_in_transaction_session_timeout: idleMs,
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  let drawn: Promise<typeof noPictures> | undefined;
  return { db, drawSlowly: () => (drawn ??= waitUntilIdle().then(() => noPictures)) };
}

async function waitUntilIdle() {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where state = 'idle in transaction' and datname = current_database()
          and clock_timestamp() - state_change > ${`${2 * idleMs} ms`}::interval`.execute(app.db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 15_000 },
  );
}

async function logIn(username: string) {
  const { body } = await app.call('POST /auth/login', { body: { username, password: 'password123' } });
  return { token: body.data.accessToken, user: body.data.user };
}

async function findEventId(title: string): Promise<number> {
  const event = await app.db
    .selectFrom('events')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow();
  return event.id;
}

describe('the demo world', () => {
  it('is created only once when several processes start at the same time', async () => {
    const { events } = await app.db
      .selectFrom('events')
      .select((select) => select.fn.countAll<number>().as('events'))
      .executeTakeFirstOrThrow();
    expect(events).toBeGreaterThanOrEqual(30);
    expect(await makeDemoWorld(app.deps, app.sandbox)).toBe(true);
    const titles = await app.db.selectFrom('events').select('title').execute();
    expect(new Set(titles.map(({ title }) => title)).size).toBe(events);
  });

  it('lets the four users named in the README log in, and only “admin” is a site administrator', async () => {
    for (const username of ['admin', 'teamadmin', 'eventmanager', 'attendee']) {
      const { user } = await logIn(username);
      expect(user.is_site_admin).toBe(username === 'admin');
    }
  });

  it('gives the user “attendee” a used ticket, a free ticket and two paid tickets', async () => {
    const { token, user } = await logIn('attendee');
    const { body } = await app.call('GET /tickets/user/:userId', { token, params: { userId: user.id } });
    const tickets = body.tickets.toSorted((a, b) => a.start_time.localeCompare(b.start_time));
    expect(tickets.map(({ status, paid }) => ({ status, paid }))).toEqual([
      { status: 'used', paid: false },
      { status: 'valid', paid: false },
      { status: 'valid', paid: true },
      { status: 'valid', paid: true },
    ]);
    const [used, free] = tickets;
    expect(used && used.issued_at < used.start_time && used.used_at).toMatch(/^\d{4}-/);
    const address = `/api/tickets/verify/${free?.ticket_code}`;
    expect(await app.send('GET', address, { token })).toMatchObject({ status: 200 });
  });

  it('breaks no invariant, and its ledger agrees with the payment sandbox', async () => {
    expect(await listBrokenInvariants(app.db)).toEqual([]);
    expect(await listMoneyDue(app.db)).toEqual([]);
    const charged = await app.sandbox.listChargedPayments();
    const payments = await app.db.selectFrom('payments').selectAll().execute();
    expect(charged.length).toBe(payments.length);
    const books = new Map(charged.map((one) => [one.paymentIntent, one]));
    for (const payment of payments) {
      expect(books.get(String(payment.payment_intent_id))).toMatchObject({
        session: payment.provider_session_id,
        charged: payment.amount_pence,
        refunded: payment.amount_refunded_pence,
      });
    }
  });

  it('has orders of guests and users, tickets in every state, and used promo codes', async () => {
    const orders = await app.db
      .selectFrom('orders')
      .select(['user_id', 'buyer_name', 'promo_code_id'])
      .execute();
    expect(orders.filter(({ user_id }) => user_id === null).length).toBeGreaterThan(200);
    expect(orders.filter(({ user_id }) => user_id !== null).length).toBeGreaterThan(100);
    expect(orders.filter(({ promo_code_id }) => promo_code_id !== null).length).toBeGreaterThan(30);
    const tickets = await app.db.selectFrom('tickets').select(['status', 'transferred_at']).execute();
    expect(new Set(tickets.map(({ status }) => status))).toEqual(
      new Set(['valid', 'used', 'refunded', 'held']),
    );
    expect(tickets.filter(({ transferred_at }) => transferred_at !== null)).toHaveLength(1);
    const refunds = await app.db.selectFrom('refunds').select('status').execute();
    expect(refunds.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  });

  it('has ticket types that are on sale, sold out, all reserved or no longer on sale', async () => {
    const states = new Set<string>();
    for (const title of [
      'Silent Film, Loud Piano',
      'Under the Dome: A Portable Planetarium',
      'Sourdough for Patient People',
      'Small Towns, Open Data',
    ]) {
      const params = { id: await findEventId(title) };
      const { body } = await app.call('GET /events/:id/ticket-types', { params });
      for (const { state } of body.ticket_types) states.add(state);
    }
    expect(states).toEqual(new Set(['on_sale', 'sold_out', 'all_reserved', 'ended']));
  });

  it('sends no mail about its own orders', async () => {
    expect(app.mails).toEqual([]);
    const due = await app.db.selectFrom('orders').select('id').where('mail_due_at', 'is not', null).execute();
    expect(due).toEqual([]);
  });

  it('lets an organiser refund an order through the payment sandbox', async () => {
    const { token } = await logIn('teamadmin');
    const order = await app.db
      .selectFrom('orders')
      .select(['number', 'total_pence'])
      .where('buyer_name', '=', 'Ralph Ostler')
      .executeTakeFirstOrThrow();
    const refunded = await app.call('POST /orders/:number/refunds', {
      token,
      params: { number: order.number },
      headers: { 'idempotency-key': randomUUID() },
      body: { cancel_tickets: true },
    });
    expect(refunded).toMatchObject({
      status: 201,
      body: { refund: { status: 'succeeded', amount: order.total_pence / 100 } },
    });
    expect(await listMoneyDue(app.db)).toEqual([]);
  });
});

describe('the demo world without the payment sandbox', () => {
  it('has only free orders', async () => {
    const other = await startTestApp({ works: false });
    try {
      await makeDemoWorld(other.deps, undefined, async () => noPictures);
      const orders = await other.db.selectFrom('orders').select('total_pence').execute();
      expect(orders.length).toBeGreaterThan(100);
      expect(orders.filter(({ total_pence }) => total_pence > 0)).toEqual([]);
      expect(await listBrokenInvariants(other.db)).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
