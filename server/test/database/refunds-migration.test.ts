import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connectPostgres, type Db } from '../../src/db/connect.ts';
import { listBrokenInvariants } from '../../src/db/invariants.ts';
import { migrate, serverMigrations } from '../../src/db/migrate.ts';
import { createDatabase, type TestDatabase } from './create-database.ts';

let database: TestDatabase;
let connection: ReturnType<typeof connectPostgres>;
let db: Db;

const lastBefore = '0026-promo-codes';

/**
 * One payment of each kind: paid, partly refunded at the provider, refunded by an organiser, refunded outside Foyer,
 * refund asked for, refund that failed after a partial refund outside Foyer, and lost in a dispute after a partial
 * refund.
 */
const oldRows = [
  `insert into users (username, email, password_hash)
    select 'user' || n, 'user' || n || '@example.org', 'x' from generate_series(1, 8) n`,
  `insert into events (title, start_time, end_time, seats_taken, status, price_pence, search_text)
    values ('Paid', now() + interval '1 day', now() + interval '2 days', 2, 'published', 1200, '')`,
  `insert into ticket_types (event_id, name, price_pence, sold) values (1, 'General admission', 1200, 2)`,
  `insert into orders (event_id, user_id, status, placed_at, is_single, subtotal_pence, total_pence)
    select 1, n, case when n <= 2 then 'confirmed' else 'cancelled' end, now(), true, price, price
    from generate_series(1, 7) n, lateral (select case when n = 5 then 0 else 1200 end) of_order (price)`,
  `insert into payments (user_id, event_id, order_id, amount_pence, status, created_at, expires_at, paid_at,
      amount_refunded_pence, refund_reason, refund_id, refund_attempts)
    values
      (1, 1, 1, 1200, 'paid', now(), now(), now(), 0, null, null, 0),
      (2, 1, 2, 1200, 'paid', now(), now(), now(), 500, null, null, 0),
      (3, 1, 3, 1200, 'refunded', now(), now(), now(), 1200, 'requested', 're_3', 1),
      (4, 1, 4, 1200, 'refunded', now(), now(), now(), 1200, 'requested', 're_4', 0),
      (5, 1, 5, 1200, 'refund_pending', now(), now(), now(), 0, 'no_seat', 're_5', 0),
      (6, 1, 6, 1200, 'refund_pending', now(), now(), now(), 300, 'event_cancelled', null, 4),
      (7, 1, 7, 1200, 'charged_back', now(), now(), now(), 200, null, null, 0)`,
  `insert into tickets (event_id, order_id, ticket_type_id, type_name, ticket_code, list_pence, price_pence, status,
      payment_id)
    select 1, n, 1, 'General admission', 'code' || n, 1200, 1200, case when n <= 2 then 'valid' else 'refunded' end, n
    from generate_series(1, 7) n where n <> 5`,
  `insert into audit_entries (happened_at, actor_id, machine, action, object_type, object_id)
    values (now(), 8, null, 'payment.refund_started', 'payment', 3),
      (now(), null, 'Foyer itself', 'payment.refund_started', 'payment', 5),
      (now(), null, 'Foyer itself', 'payment.refund_started', 'payment', 6)`,
  `insert into sent_mails (fact, user_id, noted_at, sent_at) values
    ('refund:3', 3, now(), now()), ('ticket:3', 3, now(), now())`,
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

describe('the migration that stores each refund in a row of its own', () => {
  it('leaves a database in which every invariant holds', async () => {
    expect(await listBrokenInvariants(db)).toEqual([]);
  });

  it('keeps the amount, the reason, the state and the provider’s id of each refund, and who asked for it', async () => {
    const refunds = await db
      .selectFrom('refunds')
      .select([
        'payment_id',
        'amount_pence',
        'status',
        'reason',
        'provider_refund_id',
        'attempts',
        'requested_by',
        'made_outside',
        'ends_tickets',
      ])
      .orderBy('payment_id')
      .orderBy('id')
      .execute();
    const own = { ends_tickets: true, made_outside: false, requested_by: null, attempts: 0 };
    const outside = { ends_tickets: false, made_outside: true, provider_refund_id: null };
    const [back, pending] = [{ status: 'succeeded' }, { status: 'pending' }];
    const asked = { payment_id: 3, amount_pence: 1200, provider_refund_id: 're_3', attempts: 1 };
    const elsewhere = { payment_id: 4, amount_pence: 1200, provider_refund_id: 're_4', made_outside: true };
    const late = { payment_id: 5, amount_pence: 1200, reason: 'no_seat', provider_refund_id: 're_5' };
    const rest = { payment_id: 6, amount_pence: 900, reason: 'event_cancelled', attempts: 4 };
    expect(refunds).toMatchObject([
      { ...outside, ...back, payment_id: 2, amount_pence: 500 },
      { ...own, ...back, ...asked, requested_by: 8 },
      { ...own, ...back, ...elsewhere },
      { ...own, ...pending, ...late },
      { ...outside, ...back, payment_id: 6, amount_pence: 300 },
      { ...own, ...pending, ...rest, provider_refund_id: null },
      { ...outside, ...back, payment_id: 7, amount_pence: 200 },
    ]);
  });

  it('connects each refunded ticket with its refund', async () => {
    const paidBack = await db
      .selectFrom('refund_tickets')
      .innerJoin('refunds', 'refunds.id', 'refund_tickets.refund_id')
      .innerJoin('tickets', 'tickets.id', 'refund_tickets.ticket_id')
      .select(['tickets.ticket_code', 'refunds.payment_id', 'refund_tickets.amount_pence'])
      .orderBy('refund_id')
      .execute();
    expect(paidBack).toEqual([
      { ticket_code: 'code3', payment_id: 3, amount_pence: 1200 },
      { ticket_code: 'code4', payment_id: 4, amount_pence: 1200 },
      { ticket_code: 'code6', payment_id: 6, amount_pence: 900 },
    ]);
  });

  it('marks the mails about earlier refunds as sent, so that nobody gets them twice', async () => {
    const refund = await db.selectFrom('refunds').select('id').where('payment_id', '=', 3).executeTakeFirst();
    const facts = await db.selectFrom('sent_mails').select('fact').orderBy('fact').execute();
    expect(facts).toEqual([{ fact: `refund:3:${refund?.id}` }, { fact: 'ticket:3' }]);
  });
});
