import { sql } from 'kysely';
import type { Db } from '../src/db/connect.ts';
import type { TestApp } from './app.ts';

/** Leaves out the tickets of holds, which have no code and which no user sees. */
function selectIssued(db: Db) {
  return db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .where('tickets.ticket_code', 'is not', null)
    .$narrowType<{ ticket_code: string }>()
    .orderBy('tickets.id');
}

export function listTicketsFor({ db }: { db: Db }, eventId: number) {
  return selectIssued(db)
    .select([isPaid, 'tickets.status', 'tickets.price_pence'])
    .where('tickets.event_id', '=', eventId)
    .execute();
}

const isPaid = sql<boolean>`tickets.payment_id is not null`.as('paid');

export function listTicketsOf({ db }: { db: Db }, { id }: { id: number }) {
  return selectIssued(db)
    .select(['tickets.id', 'tickets.ticket_code', 'tickets.status', isPaid])
    .where('orders.user_id', '=', id)
    .execute();
}

export function readTicket({ db }: { db: Db }, registrationId: number) {
  return selectIssued(db)
    .select(['tickets.id', 'tickets.ticket_code', 'tickets.event_id', 'tickets.order_id as registration_id'])
    .where('tickets.order_id', '=', registrationId)
    .$narrowType<{ ticket_code: string }>()
    .executeTakeFirstOrThrow();
}

export async function readPaymentIdOf({ db }: { db: Db }, ticketId: number): Promise<number> {
  const { payment_id } = await db
    .selectFrom('tickets')
    .select('payment_id')
    .where('id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return Number(payment_id);
}

/**
 * Inserts an order with one ticket for each user, as the older API would, and takes a place for each ticket.
 * With `hold_expires_at`, the orders are holds. Returns the orders.
 */
export async function insertOrders(
  app: Pick<TestApp, 'db' | 'clock'>,
  eventId: number,
  userIds: readonly number[],
  hold?: { placed_at: Date; hold_expires_at: Date },
) {
  return app.db.transaction().execute(async (tx) => {
    const orders = await tx
      .insertInto('orders')
      .values(
        userIds.map((user_id) => ({
          event_id: eventId,
          user_id,
          is_single: true,
          status: hold ? ('held' as const) : ('confirmed' as const),
          placed_at: hold?.placed_at ?? app.clock.now(),
          hold_expires_at: hold?.hold_expires_at ?? null,
          buyer_name: `user ${user_id}`,
          buyer_email: `user${user_id}@example.org`,
        })),
      )
      .returning(['id', 'user_id'])
      .execute();
    await sql`
      insert into tickets (event_id, order_id, ticket_type_id, type_name, price_pence, status, ticket_code)
      select orders.event_id, orders.id, type.id, type.name, 0,
        case orders.status when 'held' then 'held' else 'valid' end,
        case orders.status when 'confirmed' then make_ticket_code() end
      from orders join ticket_types type on type.event_id = orders.event_id
      where orders.id = any (${orders.map(({ id }) => id)}::bigint[])`.execute(tx);
    await sql`update ticket_types set sold = sold + ${userIds.length} where event_id = ${eventId}`.execute(
      tx,
    );
    await sql`update events set seats_taken = seats_taken + ${userIds.length} where id = ${eventId}`.execute(
      tx,
    );
    return orders;
  });
}
