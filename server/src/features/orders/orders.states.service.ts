import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { releasePlaces } from '../events/events.seats.service.ts';
import type { TypeRow } from '../events/types/types.queries.ts';
import {
  createTicket,
  endTickets,
  hasLiveTicket,
  issueTickets,
  keepTypedEmail,
  priceTickets,
  refundTickets,
} from '../tickets/tickets.states.service.ts';
import { enqueueExpiredHoldMails } from './mails/expired.service.ts';
import { assertNoWebOrder } from './orders.older.service.ts';
import {
  lockBuyer,
  lockOrder,
  lockSingleOrderOf,
  orderColumns,
  type ActiveWebOrder,
  type OrderRow,
} from './orders.queries.ts';

/** The order that a call of the older API makes: one ticket for an account. */
export interface SingleSale {
  eventId: number;
  userId: number;
  type: TypeRow;
  pricePence: number;
  now: Date;
  /** When the hold ends, or null when nothing must be paid and the order is confirmed at once. */
  holdUntil: Date | null;
  /** The account that orders the place for the user, or null when the user orders it. */
  madeBy: number | null;
  /** The email address that `madeBy` typed to name the user. */
  typedEmail?: string | null;
}

/**
 * An order that has just become active. `existed` is true if the order was expired or cancelled before, and false if
 * the order is new.
 */
export type ActiveOrder = OrderRow & { existed: boolean; ticketId: number };

/**
 * Creates the user's order of the older API for the event with one ticket, or makes it active again. Returns undefined
 * if the user already has an active order for the event, also one from `POST /orders`. The caller takes the place
 * afterwards. Throws `user_not_found` and `event_not_found`.
 */
export async function activate(tx: Tx, sale: SingleSale): Promise<ActiveOrder | undefined> {
  return (await lockBuyer(tx, sale.eventId, sale.userId)) ? undefined : activateSingle(tx, sale);
}

/** The caller has locked the buyer with `lockBuyer`. */
async function activateSingle(tx: Tx, sale: SingleSale): Promise<ActiveOrder | undefined> {
  const { eventId, userId, now, holdUntil, madeBy, pricePence } = sale;
  const values = {
    status: holdUntil ? ('held' as const) : ('confirmed' as const),
    placed_at: now,
    hold_expires_at: holdUntil,
    confirmed_at: holdUntil ? null : now,
    made_by: madeBy,
    subtotal_pence: pricePence,
    discount_pence: 0,
    total_pence: pricePence,
    // Teams may name accounts by id, and must not learn the names behind them in this way.
    buyer_name: sql<string>`(
      select case when ${madeBy}::bigint is null then coalesce(name, username) else username end
      from users where id = ${userId}
    )`,
    buyer_email: sql<string>`(select email from users where id = ${userId})`,
    seller_team_id: sql<number>`(select team_id from events where id = ${eventId})`,
    refund_days: sql<number | null>`(select refund_days from events where id = ${eventId})`,
  };
  const order = await tx
    .insertInto('orders')
    .values({ event_id: eventId, user_id: userId, is_single: true, channel: 'older_api', ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'user_id'])
        .where(sql<boolean>`is_single`)
        .doUpdateSet(values)
        .where('orders.status', 'in', ['cancelled', 'expired']),
    )
    // Tells whether the row existed before. PostgreSQL sets `xmax` on an updated row, but not on a new row.
    .returning([...orderColumns, 'buyer_name', sql<boolean>`xmax <> 0`.as('existed')])
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (violates(error, 'orders_user_fk')) throw new ApiError('user_not_found');
      // The event was deleted after the caller had read it.
      throw violates(error, 'orders_event_fk') ? new ApiError('event_not_found') : error;
    });
  if (!order) return undefined;
  const ticketId = await createTicket(tx, {
    order,
    type: sale.type,
    attendeeName: order.buyer_name,
    typedEmail: sale.typedEmail ?? null,
    pricePence,
    issuedAt: holdUntil ? null : now,
  });
  return { ...order, ticketId };
}

/**
 * Cancels an active order and its tickets that were not issued. Returns undefined if the order was not active. The
 * caller must end the issued tickets and then free the places of all ended tickets.
 */
export async function deactivate(
  tx: Tx,
  id: number,
): Promise<(OrderRow & { endedTicketIds: number[] }) | undefined> {
  const cancelled = await tx
    .updateTable('orders')
    .set({ status: 'cancelled', hold_expires_at: null })
    .where('id', '=', id)
    .where('status', 'in', ['held', 'confirmed'])
    .returning(orderColumns)
    .executeTakeFirst();
  return cancelled && { ...cancelled, endedTicketIds: await endTickets(tx, id, 'held', 'cancelled') };
}

/**
 * Ends tickets of a payment whose money goes back: those in `ticketIds` or, if this is null, all of them. Cancels the
 * order if no ticket is left. Returns the ended tickets, whose places the caller must free. The caller must have locked
 * the payment.
 */
export async function endPaidTickets(
  tx: Tx,
  orderId: number,
  of: { paymentId: number; ticketIds: readonly number[] | null },
): Promise<{ refundedIds: number[]; endedIds: number[] }> {
  await lockOrder(tx, orderId);
  const refundedIds = await refundTickets(tx, of);
  if (await hasLiveTicket(tx, orderId)) return { refundedIds, endedIds: refundedIds };
  const order = await deactivate(tx, orderId);
  return { refundedIds, endedIds: [...(order?.endedTicketIds ?? []), ...refundedIds] };
}

type HoldSale = Omit<SingleSale, 'holdUntil' | 'madeBy' | 'typedEmail'> & {
  until: Date;
  /** The user's active order from `POST /orders`, as `lockBuyer` returned it. */
  webOrder: ActiveWebOrder | null;
};

/**
 * Finds or creates the user's hold for a paid event. `order` is the user's locked order. A new hold has no place, so
 * the caller must take one as the last write. Throws `already_paid`, and `order_open` if the user has an unpaid order
 * from `POST /orders`.
 */
export async function holdPlace(
  tx: Tx,
  order: OrderRow | undefined,
  sale: HoldSale,
): Promise<{ orderId: number; isNew: boolean }> {
  if (isActive(order)) return useHold(order);
  assertNoWebOrder(sale.webOrder);
  const made = await activateSingle(tx, { ...sale, holdUntil: sale.until, madeBy: null });
  if (!made) throw new Error('An order became active although its buyer was locked');
  return { orderId: made.id, isNew: true };
}

function isActive(order: OrderRow | undefined): order is OrderRow {
  return order?.status === 'held' || order?.status === 'confirmed';
}

function useHold(order: OrderRow) {
  if (order.status !== 'held') throw new ApiError('already_paid');
  return { orderId: order.id, isNew: false };
}

/**
 * Ends a hold whose time is over. Also ends a hold that is older than the time for one payment, because otherwise a
 * buyer could keep a seat by starting one payment after another. Returns whether the hold ended.
 */
export async function releaseOverdueHold(
  tx: Tx,
  order: OrderRow | undefined,
  { until, now }: { until: Date; now: Date },
): Promise<boolean> {
  if (!order?.hold_expires_at) return false;
  const longestMs = until.getTime() - now.getTime();
  const hasLastedMs = now.getTime() - order.placed_at.getTime();
  if (hasLastedMs < longestMs && order.hold_expires_at > now) return false;
  return releaseHold(tx, order.id);
}

/** Extends a hold to the end of its new payment, and sets the ticket price to the amount of the payment. */
export async function extendHold(
  tx: Tx,
  id: number,
  { until, pricePence }: { until: Date; pricePence: number },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      hold_expires_at: sql`greatest(hold_expires_at, ${until})`,
      subtotal_pence: pricePence,
      total_pence: pricePence,
    })
    .where('id', '=', id)
    .where('status', '=', 'held')
    .execute();
  await priceTickets(tx, id, pricePence);
}

/** Ends a hold even before its time is over, and frees its places. Returns false if the order is not a hold. */
export function releaseHold(tx: Tx, id: number): Promise<boolean> {
  return endHold(tx, id, null);
}

/** Ends a hold if its time is over, frees its places, and tells the buyer by mail. Returns whether the hold ended. */
export function expireHold(deps: Pick<Deps, 'jobs'>, tx: Tx, id: number, now: Date): Promise<boolean> {
  return endHold(tx, id, now, (hold) => enqueueExpiredHoldMails(deps, tx, [hold]));
}

async function endHold(
  tx: Tx,
  id: number,
  dueBy: Date | null,
  tellBuyer?: (hold: { id: number; placed_at: Date }) => Promise<void>,
): Promise<boolean> {
  let query = tx
    .updateTable('orders')
    .set({ status: 'expired', hold_expires_at: null })
    .where('id', '=', id)
    .where('status', '=', 'held');
  if (dueBy) query = query.where('hold_expires_at', '<=', dueBy);
  const ended = await query.returning(['id', 'placed_at']).executeTakeFirst();
  if (!ended) return false;
  await tellBuyer?.(ended);
  await releasePlaces(tx, await endTickets(tx, id, 'held', 'expired'));
  return true;
}

/** Confirms the user's hold for the event without a payment. Returns undefined if the user has no hold. */
export async function confirmHoldOf(
  tx: Tx,
  of: { eventId: number; userId: number; madeBy: number | null; typedEmail?: string | null; now: Date },
): Promise<(OrderRow & { ticketId: number }) | undefined> {
  const before = await lockSingleOrderOf(tx, of.eventId, of.userId);
  if (before?.status !== 'held') return undefined;
  // If the user made the hold, the team already sees the user's email address. Keep it visible, even if `of.madeBy` is
  // somebody else.
  const known = before.made_by === null ? before.buyer_email : null;
  const order = await tx
    .updateTable('orders')
    .set({
      status: 'confirmed',
      confirmed_at: of.now,
      hold_expires_at: null,
      made_by: of.madeBy,
      subtotal_pence: 0,
      total_pence: 0,
    })
    .where('id', '=', before.id)
    .returning(orderColumns)
    .executeTakeFirstOrThrow();
  await priceTickets(tx, order.id, 0);
  await keepTypedEmail(tx, order.id, of.typedEmail ?? known);
  const [ticketId] = await issueTickets(tx, order.id, { now: of.now, paymentId: null });
  if (ticketId === undefined) throw new Error(`The hold ${order.id} had no ticket`);
  return { ...order, ticketId };
}

/**
 * After a ticket was deleted, sets the amounts of a locked order to the sums of its tickets. Of several tickets for one
 * place, the newest counts. An order without tickets keeps its amounts.
 */
export async function sumTicketsLeft(tx: Tx, orderId: number): Promise<void> {
  await sql`
    update orders set subtotal_pence = left_over.list, discount_pence = left_over.discount, total_pence = left_over.price
    from (
      select sum(list_pence)::integer as list, sum(discount_pence)::integer as discount,
        sum(price_pence)::integer as price
      from (
        select distinct on (place) list_pence, discount_pence, price_pence
        from tickets where order_id = ${orderId} order by place, id desc
      ) newest
    ) left_over
    where orders.id = ${orderId} and left_over.list is not null`.execute(tx);
}
