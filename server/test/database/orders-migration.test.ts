import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectPostgres, type Db } from '../../src/db/connect.ts';
import { listBrokenInvariants } from '../../src/db/invariants.ts';
import { migrate, serverMigrations } from '../../src/db/migrate.ts';
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
  `insert into users (username, email, password_hash)
    select 'user' || n, 'user' || n || '@example.org', 'x' from generate_series(1, 7) n`,
  `insert into teams (name) values ('The sellers')`,
  `insert into events (title, price_pence, start_time, end_time, max_attendees, seats_taken, status, team_id, search_text)
    values
      ('Free', 0, now() + interval '1 day', now() + interval '2 days', 10, 1, 'published', 1, ''),
      ('Paid', 1200, now() + interval '1 day', now() + interval '2 days', 4, 3, 'published', 1, ''),
      ('No price', null, now() + interval '1 day', now() + interval '2 days', null, 0, 'draft', null, '')`,
  `insert into registrations (event_id, user_id, status, registration_time, hold_expires_at) values
    (1, 1, 'registered', now(), null), (2, 2, 'registered', now(), now() + interval '20 minutes'),
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
];

beforeAll(async () => {
  database = await createDatabase(inject('postgres').adminUrl);
  connection = connectPostgres({ databaseUrl: database.url, pool: 1 });
  db = connection.db;
  await migrate(db, serverMigrations, lastBefore);
  for (const statement of oldRows) await sql.raw(statement).execute(db);
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
