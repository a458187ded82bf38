import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectPostgres, type Db } from '../../src/db/connect.ts';
import { listBrokenInvariants } from '../../src/db/invariants.ts';
import { migrate, serverMigrations } from '../../src/db/migrate.ts';
import { systemClock } from '../../src/deps.ts';
import { readConfig } from '../../src/config.ts';
import { allJobs } from '../../src/features/all-jobs.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { createLog } from '../../src/log.ts';
import { connectPayments } from '../../src/payments/connect.ts';
import { sendAutomaticMailsJob } from '../../src/features/messages/messages.jobs.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { createDatabase, type TestDatabase } from './create-database.ts';

let database: TestDatabase;
let connection: ReturnType<typeof connectPostgres>;
let db: Db;

const lastBefore = '0022-names-of-deleted-people';

/**
 * The old table has one registration of each kind: attending, holding, cancelled, expired, paid, refunded,
 * and paid again.
 */
const oldRows = [
  `insert into users (username, email, password_hash, email_verified_at)
    select 'user' || n, 'user' || n || '@example.org', 'x', now() from generate_series(1, 7) n`,
  `insert into teams (name) values ('The sellers')`,
  `insert into events (title, price_pence, start_time, end_time, max_attendees, seats_taken, status, team_id, search_text)
    values
      ('Free', 0, now() + interval '1 day', now() + interval '2 days', 10, 1, 'published', 1, ''),
      ('Paid', 1200, now() + interval '1 day', now() + interval '2 days', 4, 3, 'published', 1, ''),
      ('No price', null, now() + interval '1 day', now() + interval '2 days', null, 0, 'draft', null, '')`,
  `insert into registrations (event_id, user_id, status, registration_time, hold_expires_at) values
    (1, 1, 'registered', now(), null), (2, 2, 'registered', date_trunc('second', now()), now() + interval '20 minutes'),
    (2, 3, 'cancelled', now(), null), (2, 4, 'expired', now(), null), (2, 5, 'registered', now(), null),
    (2, 6, 'cancelled', now(), null), (2, 7, 'registered', now(), null)`,
  `insert into tickets (event_id, user_id, registration_id, ticket_code, paid, price_pence, status, issued_at, used_at)
    values
      (1, 1, 1, 'code-free', false, 0, 'used', now(), now()), (2, 5, 5, 'code-paid', true, 1100, 'valid', now(), null),
      (2, 6, 6, 'code-back', true, 1200, 'refunded', now(), null),
      (2, 7, 7, 'code-first', true, 1200, 'refunded', now(), null),
      (2, 7, 7, 'code-again', true, 1300, 'valid', now(), null)`,
  `insert into payments (user_id, event_id, registration_id, ticket_id, amount_pence, status, created_at, expires_at,
      paid_at, refund_reason, amount_refunded_pence)
    values
      (2, 2, 2, null, 1150, 'open', now(), now() + interval '20 minutes', null, null, 0),
      (5, 2, 5, 2, 1100, 'paid', now(), now(), now(), null, 0),
      (6, 2, 6, 3, 1200, 'refunded', now(), now(), now(), 'requested', 1200),
      (7, 2, 7, 4, 1200, 'refunded', now(), now(), now(), 'requested', 1200),
      (7, 2, 7, 5, 1300, 'paid', now(), now(), now(), null, 0)`,
  `insert into sent_mails (fact, user_id, noted_at, sent_at) values ('ticket:5', 7, now(), now())`,
];

/** Names and data of jobs, as they waited in the queue of the version before. Renaming one loses the waiting jobs. */
const waitingJobs: [string, object][] = [
  ['tickets.send-ticket', { ticketId: 2 }],
  ['tickets.send-ticket', { ticketId: 5 }],
  ['payments.send-refund-mail', { paymentId: 3 }],
  [
    'events.tell-of-removal',
    {
      registrationId: 1,
      userId: 1,
      sequence: 1,
      ticketPricePence: null,
      event: {
        id: 9,
        title: 'Gone',
        startTime: '2035-06-01T18:00:00.000Z',
        endTime: '2035-06-01T20:00:00.000Z',
        location: null,
      },
    },
  ],
];

async function enqueueOldJobs() {
  const jobs = await startJobs({
    database: connection.jobs,
    kind: 'postgres',
    jobs: allJobs,
    works: false,
    onError: (error) => {
      throw error;
    },
  });
  const { rows } = await sql<{
    since: Date;
  }>`select registration_time as since from registrations where id = 2`.execute(db);
  const warning = { registrationId: 2, heldSince: rows[0]?.since.toISOString() };
  await db.transaction().execute(async (tx) => {
    for (const [name, data] of [...waitingJobs, ['registrations.warn-holder', warning] as const]) {
      await jobs.enqueue(tx, { name, retryForSeconds: 60 }, data);
    }
  });
  await jobs.stop();
}

/** Opens the payment page of the hold at the provider. Returns the id of the session. */
async function openOldSession(): Promise<string> {
  const payments = await connectPayments({
    config: readConfig({}),
    db,
    publicUrl: 'http://foyer.localhost',
    sessionSecret: new TextEncoder().encode('a secret that only the tests know'),
    clock: systemClock,
    log: createLog('fatal'),
  });
  const { rows } = await sql<{ key: string }>`select provider_key as key from payments where id = 1`.execute(
    db,
  );
  const session = await payments.provider.openSession({
    key: rows[0]?.key ?? '',
    eventId: 2,
    amountPence: 1150,
    lines: [{ name: 'Paid', description: 'An event', quantity: 1, unitPence: 1150 }],
    buyer: { email: 'user2@example.org' },
    pictureUrl: null,
    expiresAt: new Date(Date.now() + 31 * 60_000),
    successUrl: 'http://foyer.localhost/paid',
    cancelUrl: 'http://foyer.localhost/left',
  });
  await sql`update payments set provider_session_id = ${session.id} where id = 1`.execute(db);
  return session.id;
}

let sessionId: string;

beforeAll(async () => {
  database = await createDatabase(inject('postgres').adminUrl);
  connection = connectPostgres({ databaseUrl: database.url, pool: 1 });
  db = connection.db;
  await migrate(db, serverMigrations, lastBefore);
  for (const statement of oldRows) await sql.raw(statement).execute(db);
  await enqueueOldJobs();
  sessionId = await openOldSession();
  await migrate(db);
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

describe('the migration from registrations to orders', () => {
  it('leaves a database in which every invariant holds', async () => {
    expect(await listBrokenInvariants(db)).toEqual([]);
  });

  it('turns each registration into an order with the same id, buyer, team and price', async () => {
    const orders = await db
      .selectFrom('orders')
      .select([
        'id',
        'user_id',
        'status',
        'total_pence',
        'buyer_email',
        'seller_team_id',
        'is_single',
        'number',
      ])
      .orderBy('id')
      .execute();
    const numbers = orders.map(({ number }) => number);
    expect(numbers.filter((number) => !/^[0-9A-Z]{10}$/.test(number))).toEqual([]);
    const kept = { seller_team_id: 1, is_single: true };
    expect(orders).toMatchObject(
      [
        { id: 1, status: 'confirmed', total_pence: 0 },
        { id: 2, status: 'held', total_pence: 1150 },
        { id: 3, status: 'cancelled', total_pence: 0 },
        { id: 4, status: 'expired', total_pence: 0 },
        { id: 5, status: 'confirmed', total_pence: 1100 },
        { id: 6, status: 'cancelled', total_pence: 1200 },
        { id: 7, status: 'confirmed', total_pence: 1300 },
      ].map((order) => ({
        ...kept,
        ...order,
        user_id: order.id,
        buyer_email: `user${order.id}@example.org`,
      })),
    );
  });

  it('keeps all tickets with their codes and payments, and gives each hold a ticket without a code', async () => {
    const tickets = await db
      .selectFrom('tickets')
      .select(['id', 'order_id', 'ticket_code', 'payment_id', 'status', 'type_name', 'attendee_name'])
      .orderBy('id')
      .execute();
    const kept = { type_name: 'General admission' };
    expect(tickets).toEqual(
      [
        { id: 1, order_id: 1, ticket_code: 'code-free', payment_id: null, status: 'used' },
        { id: 2, order_id: 5, ticket_code: 'code-paid', payment_id: 2, status: 'valid' },
        { id: 3, order_id: 6, ticket_code: 'code-back', payment_id: 3, status: 'refunded' },
        { id: 4, order_id: 7, ticket_code: 'code-first', payment_id: 4, status: 'refunded' },
        { id: 5, order_id: 7, ticket_code: 'code-again', payment_id: 5, status: 'valid' },
        { id: 6, order_id: 2, ticket_code: null, payment_id: null, status: 'held' },
      ].map((ticket) => ({ ...kept, ...ticket, attendee_name: `user${ticket.order_id}` })),
    );
  });

  it('gives each event one ticket type, with the price and the number of taken seats of the event', async () => {
    const types = await db
      .selectFrom('ticket_types')
      .select(['event_id', 'name', 'price_pence', 'sold', 'quantity'])
      .orderBy('event_id')
      .execute();
    expect(types).toEqual([
      { event_id: 1, name: 'General admission', price_pence: 0, sold: 1, quantity: null },
      { event_id: 2, name: 'General admission', price_pence: 1200, sold: 3, quantity: null },
      { event_id: 3, name: 'General admission', price_pence: 0, sold: 0, quantity: null },
    ]);
  });
});

describe('a server that starts after the migration from registrations to orders', () => {
  let app: TestApp;

  beforeAll(async () => {
    // Reminders of events that start soon are no mails of the migration.
    app = await startTestApp({ databaseUrl: database.url, repeats: true, idleJobs: [sendAutomaticMailsJob] });
  });

  afterAll(() => app.close());

  it('runs the jobs that waited, and sends no mail twice', async () => {
    const names = sql.join(waitingJobs.map(([name]) => name));
    const countUnfinished = async () => {
      const { rows } = await sql<{ jobs: number }>`select count(*) as jobs from pgboss.job
        where name in (${names}, 'registrations.warn-holder') and state <> 'completed'`.execute(db);
      return rows[0]?.jobs;
    };
    await expect.poll(countUnfinished).toBe(0);
    const readers = [1, 2, 5, 6].map((id) => `user${id}@example.org`);
    expect(app.mails.map(({ to }) => to).toSorted()).toEqual(readers);
  });

  it('confirms the order when the buyer pays on the page that was open', async () => {
    await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
    await app.sandbox.deliverDue();
    const readOrder = () =>
      db
        .selectFrom('orders')
        .innerJoin('payments', 'payments.order_id', 'orders.id')
        .innerJoin('tickets', 'tickets.payment_id', 'payments.id')
        .select(['orders.status', 'payments.status as payment', 'tickets.status as ticket'])
        .where('orders.id', '=', 2)
        .executeTakeFirst();
    await expect.poll(readOrder).toEqual({ status: 'confirmed', payment: 'paid', ticket: 'valid' });
    expect(await listBrokenInvariants(db)).toEqual([]);
  });
});
