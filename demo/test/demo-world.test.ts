import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeDemoWorld } from '../src/demo-world.ts';
import { listBrokenInvariants } from '../../server/src/db/invariants.ts';
import { announceEvents } from '../../server/src/features/follows/follows.news.service.ts';
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

const idleMs = 400;

const noPictures = { posters: [], emblems: [] };

/**
 * Connects to the database so that PostgreSQL ends every transaction that is idle for a moment.
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

/** Finds an event, the first one of a series. */
async function findEventId(title: string): Promise<number> {
  const event = await app.db
    .selectFrom('events')
    .select('id')
    .where('title', '=', title)
    .orderBy('start_time')
    .executeTakeFirstOrThrow();
  return event.id;
}

/** Counts the days between two moments. Clocks that change in between make a day an hour shorter or longer. */
function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / (24 * 3_600_000));
}

describe('the demo world', () => {
  it('is created only once when several processes start at the same time', async () => {
    const { events } = await app.db
      .selectFrom('events')
      .select((select) => select.fn.countAll<number>().as('events'))
      .executeTakeFirstOrThrow();
    expect(events).toBeGreaterThanOrEqual(30);
    expect(await makeDemoWorld(app.deps, app.sandbox)).toBe(true);
    const titles = await app.db.selectFrom('events').select('title').where('series_id', 'is', null).execute();
    expect(new Set(titles.map(({ title }) => title)).size).toBe(titles.length);
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

  it('repeats an event every week at the same time, and sells tickets for each date', async () => {
    const params = { id: await findEventId('Clay Night: Three Pinch Pots') };
    const { body } = await app.call('GET /events/:id', { params });
    const { start_time, more_dates } = body.event;
    const weeks = more_dates.map((other) => countDays(start_time, other.start_time) / 7);
    expect(weeks).toEqual([1, 2, 3, 4]);
    const sold = await app.db
      .selectFrom('events')
      .select('seats_taken')
      .where('series_id', '=', params.id)
      .orderBy('start_time')
      .execute();
    expect(sold.map(({ seats_taken }) => seats_taken)).toEqual([12, 9, 5, 2, 0]);
  });

  it('has messages and reminders that everybody got who had ordered by then', async () => {
    const { token } = await logIn('teamadmin');
    const read = async (title: string) => {
      const params = { id: await findEventId(title) };
      return (await app.call('GET /events/:id/messages', { token, params })).body.messages;
    };
    const [market] = await read('Lamplight Market on the Square');
    expect(market).toMatchObject({ kind: 'message', sender_name: 'teamadmin', takes_replies: false });
    expect(market?.recipients).toBeGreaterThan(40);
    const sent = await read('Old Bridge Open Day');
    expect(sent.map(({ kind }) => kind)).toEqual(['thanks', 'reminder', 'message']);
    for (const { recipients, sent: reached } of [...sent, ...(market ? [market] : [])]) {
      expect(recipients).toBeGreaterThan(0);
      expect(reached).toBe(recipients);
    }
    const late = await sql`
      select from message_readers join messages on messages.id = message_readers.message_id
        join orders on orders.id = message_readers.order_id
      where orders.placed_at > messages.created_at`.execute(app.db);
    expect(late.rows).toEqual([]);
  });

  it('has an event whose reminder waits with the words of its team', async () => {
    const { token } = await logIn('eventmanager');
    const params = { id: await findEventId('The Long Table') };
    const { body } = await app.call('GET /events/:id/automatic-mails', { token, params });
    expect(body.mails.find(({ kind }) => kind === 'reminder')).toMatchObject({
      is_on: true,
      has_own_words: true,
      state: 'due',
      subject: 'Tomorrow: bring a dish for six',
    });
  });

  it('has followers, one of them not confirmed yet, and sends them no mail about its events', async () => {
    const rows = await app.db.selectFrom('team_followers').select(['team_id', 'confirmed_at']).execute();
    expect(new Set(rows.map(({ team_id }) => team_id)).size).toBe(3);
    expect(rows.filter(({ confirmed_at }) => confirmed_at === null)).toHaveLength(1);
    await announceEvents(app.deps);
    expect(await app.db.selectFrom('announcements').select('id').execute()).toEqual([]);
  });

  it('has links for volunteers, one of which has checked people in', async () => {
    const { token } = await logIn('teamadmin');
    const read = async (title: string) => {
      const params = { id: await findEventId(title) };
      return (await app.call('GET /events/:id/door-links', { token, params })).body.links;
    };
    const unused = { works: true, made_by: 'teamadmin', last_used_at: null };
    expect(await read('Lamplight Market on the Square')).toMatchObject([unused, unused]);
    const [bridge] = await read('Old Bridge Open Day');
    expect(bridge?.last_used_at).not.toBeNull();
    const { rows } = await sql`select from tickets where used_link = ${bridge?.id}`.execute(app.db);
    expect(rows.length).toBeGreaterThan(10);
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
