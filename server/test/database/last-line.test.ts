import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTicketJob } from '../../src/features/tickets/tickets.jobs.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeUser } from '../factories.ts';
import { waitUntilLocked } from '../faults/locks.ts';
import { buyTicket } from '../payments.ts';

let app: TestApp;
let sale: Awaited<ReturnType<typeof sell>>;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
  await makeEvent(app);
  sale = await sell();
});

afterAll(() => app.close());

async function sell() {
  const event = await makeEvent(app, { price: 12, max_attendees: 2 });
  const bought: { ticketId: number; sessionId: string }[] = [];
  for (let n = 0; n < 2; n += 1) bought.push(await buyTicket(app, await makeUser(app), event.id));
  return { eventId: event.id, ids: bought.map(({ ticketId }) => ticketId) };
}

const refusals = {
  events_seats_within_capacity: () =>
    sql`update events set seats_taken = seats_taken + 1 where id = ${sale.eventId}`,
  events_seats_not_negative: () => sql`update events set seats_taken = -1 where id = ${sale.eventId}`,
  orders_single_key: () => sql`
    insert into orders (event_id, user_id, status, placed_at, is_single)
    select event_id, user_id, 'cancelled', now(), true from orders where event_id = ${sale.eventId}`,
  orders_idempotency_key: () => sql`
    insert into orders (event_id, status, placed_at, idempotency_key)
    select ${sale.eventId}, 'cancelled', now(), 'the same key' from generate_series(1, 2)`,
  orders_one_hold_per_user: () => sql`
    insert into orders (event_id, user_id, status, placed_at, hold_expires_at, is_single)
    select ${sale.eventId}, (select min(id) from users), 'held', now(), now(), number = 1
    from generate_series(1, 2) as number`,
  orders_one_hold_per_device: () => sql`
    insert into orders (event_id, device_hash, status, placed_at, hold_expires_at)
    select ${sale.eventId}, 'the same device'::bytea, 'held', now(), now() from generate_series(1, 2)`,
  orders_hold_has_end: () => sql`update orders set status = 'held' where event_id = ${sale.eventId}`,
  ticket_types_sold_within_quantity: () =>
    sql`update ticket_types set quantity = 1 where event_id = ${sale.eventId}`,
  ticket_types_sold_not_negative: () =>
    sql`update ticket_types set sold = -1 where event_id = ${sale.eventId}`,
  tickets_one_live_per_place: () => sql`
    insert into tickets (event_id, order_id, ticket_type_id, type_name, ticket_code, price_pence, status)
    select event_id, order_id, ticket_type_id, type_name, 'another', 0, 'valid'
    from tickets where id = ${sale.ids[0]}`,
  tickets_type_fk: () => sql`
    update tickets set ticket_type_id = (select max(id) from ticket_types where event_id <> ${sale.eventId})
    where id = ${sale.ids[0]}`,
  tickets_code_key: () => sql`
    update tickets set ticket_code = (select ticket_code from tickets where id = ${sale.ids[0]})
    where id = ${sale.ids[1]}`,
  payments_session_key: () => sql`
    update payments set provider_session_id =
      (select provider_session_id from payments
        where id = (select payment_id from tickets where id = ${sale.ids[0]}))
    where id = (select payment_id from tickets where id = ${sale.ids[1]})`,
  payments_returned_within_amount: () => sql`update payments set amount_refunded_pence = amount_pence + 1`,
  payments_refunded_is_whole: () => sql`
    update payments set status = 'refunded', committed_refund_pence = 1, amount_refunded_pence = 1`,
  payments_refunds_within_amount: () => sql`update payments set committed_refund_pence = amount_pence + 1`,
  tickets_used_has_time: () => sql`update tickets set status = 'used' where id = ${sale.ids[0]}`,
};

describe('the database', () => {
  it.each(Object.entries(refusals))(
    'refuses a statement that breaks the constraint %s',
    async (constraint, attempt) => {
      await expect(attempt().execute(app.db)).rejects.toMatchObject({ constraint });
    },
  );
});

describe('a registration that is rolled back', () => {
  it('leaves no job that would mail its ticket', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 1 });
    const guests = await Promise.all(Array.from({ length: 4 }, () => makeUser(app)));
    // Lock the event, so that all four requests have written a ticket and a mail job when they wait for its only seat.
    // One gets the seat, and the other three are rolled back.
    const answers = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('events').select('id').where('id', '=', event.id).forUpdate().execute();
      const asked = guests.map(({ token }) =>
        app.call('POST /events/:id/register', { token, params: { id: event.id } }),
      );
      await waitUntilLocked(app, 4);
      return asked;
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    const { rows } = await sql`
    select job.id from pgboss.job job
    left join tickets ticket on ticket.id = (job.data ->> 'ticketId')::bigint
    where job.name = ${sendTicketJob.name} and ticket.id is null`.execute(app.db);
    expect(rows).toEqual([]);
  });
});
