import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';

interface NewTicket {
  order: { id: number; event_id: number };
  type: { id: number; name: string };
  attendeeName: string | null;
  /**
   * The email address that a person typed to give this ticket to somebody else. It is the only address of the holder
   * that the team sees.
   */
  typedEmail: string | null;
  pricePence: number;
  /**
   * When the ticket was issued, or null for a hold, because a held ticket gets its code when the order is confirmed.
   */
  issuedAt: Date | null;
}

/**
 * Creates the only ticket of an order of the older API. Returns its id. The database refuses a second live ticket for
 * the same place.
 */
export async function createTicket(tx: Tx, ticket: NewTicket): Promise<number> {
  const { order, type, pricePence, issuedAt } = ticket;
  const { id } = await tx
    .insertInto('tickets')
    .values({
      order_id: order.id,
      event_id: order.event_id,
      ticket_type_id: type.id,
      type_name: type.name,
      attendee_name: ticket.attendeeName,
      attendee_email: ticket.typedEmail,
      list_pence: pricePence,
      price_pence: pricePence,
      status: issuedAt ? 'valid' : 'held',
      issued_at: issuedAt,
      ...(issuedAt && newCodes),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const newCodes = {
  ticket_code: sql<string>`make_ticket_code()`,
  short_code: sql<string>`make_code(10)`,
};

/** Gives each held ticket of the order its code, and returns the ids of the tickets. */
export async function issueTickets(
  tx: Tx,
  orderId: number,
  { now, paymentId }: { now: Date; paymentId: number | null },
): Promise<number[]> {
  const issued = await tx
    .updateTable('tickets')
    .set({ status: 'valid', issued_at: now, payment_id: paymentId, ...newCodes })
    .where('order_id', '=', orderId)
    .where('status', '=', 'held')
    .returning('id')
    .execute();
  return issued.map(({ id }) => id).toSorted((one, other) => one - other);
}

/**
 * Stores an email address with the held tickets of an order. The team may see it even if the holder did not order the
 * tickets.
 */
export async function keepTypedEmail(tx: Tx, orderId: number, email: string | null): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ attendee_email: email })
    .where('order_id', '=', orderId)
    .where('status', '=', 'held')
    .execute();
}

/** Sets the price of the held ticket of an order of the older API. */
export async function priceTickets(tx: Tx, orderId: number, pricePence: number): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({ list_pence: pricePence, price_pence: pricePence })
    .where('order_id', '=', orderId)
    .where('status', '=', 'held')
    .execute();
}

/**
 * Counts the places of an ended order by ticket type. A place counts once, even if it had several tickets one after the
 * other.
 */
export async function countPlaces(tx: Tx, orderId: number): Promise<{ typeId: number; count: number }[]> {
  const { rows } = await sql<{ typeId: number; count: number }>`
    select ticket_type_id as "typeId", count(*)::integer as count
    from (
      select distinct on (place) ticket_type_id from tickets where order_id = ${orderId} order by place, id desc
    ) last
    group by ticket_type_id order by ticket_type_id`.execute(tx);
  return rows;
}

/**
 * Issues new tickets for all places of an order that became active again. Each costs `pricePence` or, if that is null,
 * as much as before. Returns the ids of the tickets.
 */
export async function issueAgain(
  tx: Tx,
  orderId: number,
  { now, paymentId, pricePence }: { now: Date; paymentId: number; pricePence: number | null },
): Promise<number[]> {
  const price = sql`${pricePence}::integer`;
  const { rows } = await sql<{ id: number }>`
    insert into tickets (
      order_id, event_id, place, ticket_type_id, type_name, attendee_name, attendee_email,
      list_pence, discount_pence, price_pence, status, issued_at, payment_id, ticket_code, short_code
    )
    select distinct on (place)
      order_id, event_id, place, ticket_type_id, type_name, attendee_name, attendee_email,
      coalesce(${price}, list_pence), case when ${price} is null then discount_pence else 0 end,
      coalesce(${price}, price_pence), 'valid', ${now}::timestamptz, ${paymentId}::bigint,
      make_ticket_code(), make_code(10)
    from tickets where order_id = ${orderId} order by place, id desc
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Ends the tickets of an order that have the status `from`, and returns their ids. The caller must free their places.
 */
export async function endTickets(
  tx: Tx,
  orderId: number,
  from: 'held' | 'valid',
  to: 'cancelled' | 'expired',
): Promise<number[]> {
  const ended = await tx
    .updateTable('tickets')
    .set({ status: to })
    .where('order_id', '=', orderId)
    .where('status', '=', from)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Locks all tickets of an order, in the order of their ids. */
export function lockTicketsOf(tx: Tx, orderId: number) {
  return tx
    .selectFrom('tickets')
    .select(['id', 'status', 'payment_id', 'price_pence', 'transferred_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export type LockedTicket = Awaited<ReturnType<typeof lockTicketsOf>>[number];

/** Changes who a ticket is for. The caller has locked the ticket. */
export async function nameTicket(
  tx: Tx,
  { id, name, email }: { id: number; name?: string; email?: string | null },
): Promise<void> {
  await tx
    .updateTable('tickets')
    .set({
      ...(name !== undefined && { attendee_name: name }),
      ...(email !== undefined && { attendee_email: email }),
    })
    .where('id', '=', id)
    .execute();
}

/** Changes the name on the tickets that carry the name of their order's buyer. The caller has locked the orders. */
export async function nameTicketsOf(tx: Tx, orderIds: readonly number[], name: string): Promise<void> {
  const tickets = await tx
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select('tickets.id')
    .where('orders.id', 'in', orderIds)
    .where('tickets.transferred_at', 'is', null)
    .whereRef('tickets.attendee_name', '=', 'orders.buyer_name')
    .orderBy('tickets.id')
    .forUpdate('tickets')
    .execute();
  if (tickets.length === 0) return;
  const ids = tickets.map(({ id }) => id);
  await tx.updateTable('tickets').set({ attendee_name: name }).where('id', 'in', ids).execute();
}

/**
 * Removes names and email addresses from the tickets of these orders, except from tickets that were given to somebody
 * else. The caller has locked the tickets.
 */
export async function blankTickets(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .updateTable('tickets')
    .set({ attendee_name: null, attendee_email: null })
    .where('order_id', 'in', orderIds)
    .where('transferred_at', 'is', null)
    .execute();
}

/** The caller has locked the tickets and found them live, and must free their places afterwards. */
export async function cancelTickets(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.updateTable('tickets').set({ status: 'cancelled' }).where('id', 'in', ids).execute();
}

/** Expires the held tickets of these orders, and returns their ids. The caller must free their places. */
export async function expireTicketsOf(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  if (orderIds.length === 0) return [];
  const expired = await tx
    .updateTable('tickets')
    .set({ status: 'expired' })
    .where('order_id', 'in', orderIds)
    .where('status', '=', 'held')
    .returning('id')
    .execute();
  return expired.map(({ id }) => id);
}

/**
 * Marks live tickets of a payment as refunded: those in `ticketIds` or, if this is null, all. Returns their ids. Locks
 * the tickets by id first, so that two callers cannot deadlock.
 */
export async function refundTickets(
  tx: Tx,
  { paymentId, ticketIds }: { paymentId: number; ticketIds: readonly number[] | null },
): Promise<number[]> {
  let live = tx
    .selectFrom('tickets')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['valid', 'used']);
  if (ticketIds !== null) live = live.where('id', 'in', ticketIds);
  const ids = (await live.orderBy('id').forUpdate().execute()).map(({ id }) => id);
  if (ids.length > 0)
    await tx.updateTable('tickets').set({ status: 'refunded' }).where('id', 'in', ids).execute();
  return ids;
}

export async function hasLiveTicket(tx: Tx, orderId: number): Promise<boolean> {
  const live = await tx
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['valid', 'used'])
    .limit(1)
    .executeTakeFirst();
  return live !== undefined;
}
