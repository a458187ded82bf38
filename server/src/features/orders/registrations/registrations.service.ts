import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Signed } from '../../../http/caller.ts';
import type { Actor } from '../../../http/session.ts';
import { findEvent } from '../../events/events.queries.ts';
import { assertOnSale } from '../../events/events.rules.ts';
import { releasePlaces, takePlaces } from '../../events/events.seats.service.ts';
import { getEventAndStanding } from '../../events/events.access.service.ts';
import { mayDo } from '../../events/events.policy.ts';
import { listTypes } from '../../events/types/types.queries.ts';
import { getSingleType } from '../../events/types/types.rules.ts';
import { sendTicketJob, tellOfCancelledTicketJob } from '../../tickets/tickets.jobs.ts';
import { hasNoValidTicket } from '../../tickets/tickets.queries.ts';
import { blankTickets, cancelTickets, endTickets } from '../../tickets/tickets.states.service.ts';
import { canActFor } from '../../users/users.policy.ts';
import { assertSeatLeftFor } from '../orders.older.service.ts';
import { enqueueReturned } from '../mails/returned.service.ts';
import { findOrder, lockOrder, type OrderRow } from '../orders.queries.ts';
import { computeHoldEnd } from '../orders.rules.ts';
import { activate, confirmHoldOf, deactivate } from '../orders.states.service.ts';
import { endUnpaid, lockChosen } from '../sale/cancel.service.ts';
import { assertMayAdd } from './adding-people.service.ts';
import { presentRegistration } from './registrations.queries.ts';

/**
 * The team of the event may also register other people. A free event gives a ticket at once, and a paid event gives a
 * hold.
 */
export async function registerForEvent(
  deps: Deps,
  { actor, address }: Signed,
  { key, ...input }: { eventId: number; userId: number; key?: string },
) {
  await assertMayAdd(deps, { actor, address }, { user_id: input.userId });
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const action = canActFor(actor, input.userId) ? 'view' : 'manage';
    const { event, standing } = await getEventAndStanding(tx, actor, action, { id: input.eventId, key });
    const manages = mayDo('manage', event, actor, standing);
    await assertSeatLeftFor(tx, input.userId, event, now);
    const type = getSingleType(await listTypes(tx, event.id), { manages, now });
    const isFree = type.price_pence === 0;
    const holdUntil = isFree ? null : computeHoldEnd(now, deps.config.holdMinutes);
    const wanted = { ...input, now, madeBy: input.userId === actor.id ? null : actor.id };
    const made = await activate(tx, { ...wanted, type, pricePence: type.price_pence, holdUntil });
    // If the event became free while the user held a seat, the hold becomes an order with a ticket.
    const kept = !made && isFree ? await confirmHoldOf(tx, wanted) : undefined;
    if (kept) assertOnSale(event, now);
    const order = made ?? kept;
    if (!order) throw new ApiError('already_registered');
    if (isFree) await deps.jobs.enqueue(tx, sendTicketJob, { ticketId: order.ticketId });
    if (input.userId !== actor.id) {
      const entry = {
        by: actor,
        action: 'registration.made',
        objectId: order.id,
        eventId: event.id,
      } as const;
      await recordAudit(tx, now, { ...entry, details: { user_id: input.userId } });
    }
    if (made) {
      const place = { typeId: type.id, count: 1 };
      await takePlaces(tx, { eventId: event.id, orderId: made.id, wanted: [place], now });
    }
    return { registration: describeOrder(order, input.userId), reactivated: made?.existed ?? true };
  });
}

function describeOrder(order: OrderRow, userId: number) {
  return { ...presentRegistration(order), user_id: userId, registration_time: order.placed_at };
}

export async function cancelRegistration(deps: Deps, actor: Actor, id: number) {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const order = await findOrder(tx, id);
    if (!order || order.user_id === null) throw new ApiError('registration_not_found');
    const { event_id: eventId, user_id } = order;
    if (!canActFor(actor, user_id)) throw new ApiError('forbidden');
    const event = await findEvent(tx, eventId);
    if (event && event.end_time <= now) throw new ApiError('event_ended');
    const isOwn = user_id === actor.id;
    const audit = async () => {
      if (isOwn) return;
      const entry = { by: actor, action: 'registration.cancelled', objectId: id, eventId } as const;
      await recordAudit(tx, now, { ...entry, details: { user_id } });
    };
    const cancel = order.is_single ? cancelWithTicket : cancelWebOrder;
    return describeOrder(await cancel(deps, tx, { id, isOwn, audit }), user_id);
  });
}

interface Cancellation {
  id: number;
  /** Whether the buyer cancels, and not an administrator. */
  isOwn: boolean;
  audit: (ticketId: number | undefined) => Promise<void>;
}

/**
 * Cancels an order from `POST /orders`, with all its tickets. Refuses what the older API refuses: paid and used
 * tickets. Also refuses tickets that were given to somebody else.
 */
async function cancelWebOrder(deps: Deps, tx: Tx, { id, isOwn, audit }: Cancellation): Promise<OrderRow> {
  const status = await lockOrder(tx, id);
  if (status !== 'held' && status !== 'confirmed') throw new ApiError('already_cancelled');
  const chosen = await lockChosen(tx, id, { ticketIds: undefined, byTeam: false });
  if (chosen.tickets.some(({ payment_id }) => payment_id !== null)) throw new ApiError('paid_registration');
  if (!chosen.isWhole) throw new ApiError('ticket_transferred');
  await audit(chosen.tickets.find(({ status: ticketStatus }) => ticketStatus === 'valid')?.id);
  await enqueueReturned(deps, tx, {
    order: { id, status },
    chosen,
    by: isOwn ? 'buyer' : 'administrator',
    isPaid: false,
  });
  await endUnpaid(tx, id, chosen);
  const cancelled = await findOrder(tx, id);
  if (!cancelled) throw new Error(`The order ${id} is gone`);
  return cancelled;
}

/**
 * Cancels an active order of the older API and its unpaid, unused ticket, and frees the seat. The holder of an issued
 * ticket gets an email. `audit` gets the id of the ticket, or undefined for a hold. It runs before the seat is freed,
 * because audit entries must be written before the event is locked.
 */
export async function cancelWithTicket(deps: Deps, tx: Tx, { id, isOwn, audit }: Cancellation) {
  const cancelled = await deactivate(tx, id);
  if (!cancelled) throw new ApiError('already_cancelled');
  await assertTicketUnpaidAndUnused(tx, id);
  const [ticketId] = await endTickets(tx, id, 'valid', 'cancelled');
  await audit(ticketId);
  const { event_id: eventId, user_id: userId, endedTicketIds } = cancelled;
  if (ticketId !== undefined && userId !== null) {
    const data = { ticketId, eventId, userId, byHolder: isOwn };
    await deps.jobs.enqueue(tx, tellOfCancelledTicketJob, data);
  }
  await releasePlaces(tx, ticketId === undefined ? endedTicketIds : [...endedTicketIds, ticketId]);
  return cancelled;
}

/**
 * Locks the stored counts that the deletion of a user changes, in the order of a sale. The caller locks the
 * orders and tickets before, and the events afterwards.
 */
export async function lockCountersOf(tx: Tx, userId: number): Promise<void> {
  const addresses = sql`(select lower(buyer_email) from orders where user_id = ${userId})`;
  const locks = [
    sql`select from promo_codes where id in (select promo_code_id from orders where user_id = ${userId})
      order by id for no key update`,
    sql`select from promo_code_buyers where buyer in ${addresses} order by promo_code_id, buyer for no key update`,
    sql`select from ticket_types where id in (
        select ticket_type_id from tickets join orders on orders.id = tickets.order_id where orders.user_id = ${userId}
        union select ticket_type_id from buyer_counts where buyer in ${addresses}
      ) order by id for no key update`,
    sql`select from buyer_counts where buyer in ${addresses} order by ticket_type_id, buyer for no key update`,
  ];
  for (const lock of locks) await lock.execute(tx);
}

/**
 * Cancels the tickets of a user that were not given to somebody else, and removes the account, names and email addresses
 * from all orders of the user. An order without a live ticket is cancelled. The caller has locked the orders, their
 * tickets, and the counts that change.
 */
export async function blankOrdersOf(tx: Tx, userId: number): Promise<void> {
  const live = await tx
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select('tickets.id')
    .where('orders.user_id', '=', userId)
    .where('tickets.transferred_at', 'is', null)
    .where('tickets.status', 'in', ['held', 'valid', 'used'])
    .execute();
  const ids = live.map(({ id }) => id);
  if (ids.length > 0) await cancelTickets(tx, ids);
  await releasePlaces(tx, ids);
  await uncountGivenAway(tx, userId);
  await forgetBuyer(tx, userId);
  await cancelEmptyOrdersOf(tx, userId);
  const blanked = await tx
    .updateTable('orders')
    // The new salt makes the keys of the orders useless.
    .set({ ...nobody, key_salt: randomUUID() })
    .where('user_id', '=', userId)
    .returning('id')
    .execute();
  const orderIds = blanked.map(({ id }) => id);
  await blankTickets(tx, orderIds);
  if (orderIds.length > 0) await tx.deleteFrom('hold_sources').where('order_id', 'in', orderIds).execute();
}

/** The columns of an order that are blank after the deletion of the buyer's account. */
const nobody = {
  user_id: null,
  buyer_name: null,
  buyer_email: null,
  idempotency_key: null,
  body_hash: null,
  device_hash: null,
  mail_due_at: null,
};

async function cancelEmptyOrdersOf(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'cancelled', hold_expires_at: null })
    .where('user_id', '=', userId)
    .where('status', 'in', ['held', 'confirmed'])
    .where(hasNoValidTicket)
    .execute();
}

/**
 * Subtracts the tickets that the user gave away, and the uses of their promo codes, from the counts of the user's email
 * address.
 */
async function uncountGivenAway(tx: Tx, userId: number): Promise<void> {
  const given = sql`from tickets join orders on orders.id = tickets.order_id
    where orders.user_id = ${userId} and tickets.transferred_at is not null and tickets.status in ('valid', 'used')`;
  await sql`update buyer_counts set tickets = buyer_counts.tickets - given.count
    from (
      select ticket_type_id, lower(buyer_email) as buyer, count(*)::integer as count ${given} group by 1, 2
    ) given
    where buyer_counts.ticket_type_id = given.ticket_type_id and buyer_counts.buyer = given.buyer`.execute(
    tx,
  );
  await sql`update promo_code_buyers set uses = uses - given.count
    from (
      select promo_code_id, lower(buyer_email) as buyer, count(distinct orders.id)::integer as count
      ${given} and orders.uses_code group by 1, 2
    ) given
    where promo_code_buyers.promo_code_id = given.promo_code_id and promo_code_buyers.buyer = given.buyer`.execute(
    tx,
  );
}

/** Deletes the counts for a user's email address, except those of guest orders with live tickets. */
async function forgetBuyer(tx: Tx, userId: number): Promise<void> {
  const addresses = sql`(select lower(buyer_email) from orders where user_id = ${userId})`;
  await sql`delete from promo_code_buyers where uses = 0 and buyer in ${addresses}`.execute(tx);
  await sql`delete from buyer_counts where tickets = 0 and buyer in ${addresses}`.execute(tx);
}

/**
 * A paid ticket cannot be cancelled, because only the team can refund it. A used ticket cannot be cancelled, because
 * its holder is already inside.
 */
async function assertTicketUnpaidAndUnused(tx: Tx, orderId: number): Promise<void> {
  const ticket = await tx
    .selectFrom('tickets')
    .select(['payment_id', 'status'])
    .where('order_id', '=', orderId)
    .where('status', 'in', ['valid', 'used'])
    .forUpdate()
    .executeTakeFirst();
  if (ticket && ticket.payment_id !== null) throw new ApiError('paid_registration');
  if (ticket?.status === 'used') throw new ApiError('ticket_used');
}
