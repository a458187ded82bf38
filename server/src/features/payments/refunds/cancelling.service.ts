import { recordAudit, type Author } from '../../../db/audit.ts';
import type { Db, Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { tryUse } from '../../../http/limits.ts';
import { getOrderFor, type OrderCaller } from '../../orders/orders.access.service.ts';
import { listTicketsOfOrder, presentOrder, type OrderDetails } from '../../orders/orders.details.queries.ts';
import { enqueueReturned, enqueueToAttendees } from '../../orders/mails/returned.service.ts';
import { readRefundsOfOrder } from '../../orders/orders.refunds.queries.ts';
import { computeCancelUntil } from '../../orders/orders.rules.ts';
import {
  endUnpaid,
  isSoldForMoney,
  endWithoutMoney,
  lockChosen,
  type ChosenTickets,
} from '../../orders/sale/cancel.service.ts';
import { findOpenPayment, lockPaymentOfOrder, type PaymentRow } from '../payments.queries.ts';
import { findReference } from '../payments.rules.ts';
import { endPayment } from '../payments.service.ts';
import { listCancelledByBuyer } from './refunds.queries.ts';
import { startRefund, tryToRefund } from './refunds.service.ts';
import { countLeft, listRefundable } from './rows.service.ts';

interface Cancellation {
  number: string;
  /** The caller's network address, as `callerSubject` returns it. */
  address: string;
  /** By default, all tickets of the order that the buyer still holds. */
  ticketIds: readonly number[] | undefined;
  /** Whether the buyer wants to give back a hold, and keep the tickets if the order is paid by now. */
  isOnlyUnpaid: boolean;
}

/**
 * Gives back a whole hold, free tickets, or paid tickets if the event allowed this when the order was placed. Asks the
 * provider at once to return the money; if that fails, a job tries again. A repeated request after a refund changes
 * nothing. Throws `already_paid` for a hold that the buyer has just paid for, so that the buyer keeps the tickets.
 */
export async function cancelOrder(deps: Deps, caller: OrderCaller, cancellation: Cancellation) {
  await endPaymentOfHold(deps, caller, cancellation);
  const { paymentId, withCodes } = await deps.db
    .transaction()
    .execute((tx) => writeCancellation(deps, tx, caller, cancellation));
  if (paymentId !== null) await tryToRefund(deps, paymentId);
  const { order } = await getOrderFor(deps.db, caller, 'cancel', cancellation.number);
  const tickets = await listTicketsOfOrder(deps.db, order.id);
  const money = await readRefundsOfOrder(deps.db, order.id);
  return presentOrder(order, tickets, { withCodes, ...money, now: deps.clock.now() });
}

/**
 * Closes the payment page of a hold at the provider, so that nobody pays for places that are given back. A page that
 * turns out paid is settled. If the provider cannot be asked, the places are given back, and a job closes the page.
 */
async function endPaymentOfHold(
  deps: Deps,
  caller: OrderCaller,
  { number, address, ticketIds }: Cancellation,
): Promise<void> {
  const { order } = await getOrderFor(deps.db, caller, 'cancel', number);
  if (order.status !== 'held' || order.start_time <= deps.clock.now()) return;
  // Only a whole hold can be given back. A request that will be refused must not close the page.
  if (ticketIds && !(await isWholeHold(deps.db, order.id, ticketIds))) return;
  const payment = await findOpenPayment(deps.db, order.id);
  // A payment without a reference is opening at this moment, so only the job can end it.
  if (!payment || !findReference(payment)) return;
  if (!(await tryUse(deps, 'payment_calls_address', address))) return;
  if (!(await tryUse(deps, 'payment_calls_order', order.number))) return;
  const ended = await endPayment(deps, payment).catch((error: unknown) => {
    deps.log.warn({ err: error, payment: payment.id }, 'could not end the payment of a hold given back');
    return payment;
  });
  if (ended.status === 'paid') throw alreadyPaid();
}

async function isWholeHold(db: Db, orderId: number, ticketIds: readonly number[]): Promise<boolean> {
  const held = (await listTicketsOfOrder(db, orderId)).filter(({ status }) => status === 'held');
  return new Set(ticketIds).size === held.length && held.every(({ id }) => ticketIds.includes(id));
}

function alreadyPaid(): ApiError {
  return new ApiError('already_paid', { msg: 'This order has just been paid for, so it keeps its tickets' });
}

/** Locks the payment, then the order and its tickets. Returns the payment if money goes back. */
async function writeCancellation(
  deps: Deps,
  tx: Tx,
  caller: OrderCaller,
  { number, ticketIds, isOnlyUnpaid }: Cancellation,
): Promise<{ paymentId: number | null; withCodes: boolean }> {
  const now = deps.clock.now();
  const { order, standing } = await getOrderFor(tx, caller, 'cancel', number);
  const isOwn = standing.isBuyer || standing.hasKey;
  // If the buyer clicks twice, the second request waits here, and then finds the refund of the first.
  const payment = await lockPaymentOfOrder(tx, order.id, ticketIds);
  if (payment && (await isRepeated(tx, payment, ticketIds))) return { paymentId: null, withCodes: isOwn };
  if (order.start_time <= now) throw new ApiError('event_started');
  const chosen = await lockChosen(tx, order.id, { ticketIds, byTeam: false });
  if (isOnlyUnpaid && chosen.tickets.some(({ status }) => status !== 'held')) throw alreadyPaid();
  if (isOwn && chosen.tickets.some(isSoldForMoney)) {
    const by = caller.actor ?? 'a guest';
    const isRefunded = await endPaid(deps, tx, { order, payment, chosen, by, now });
    return { paymentId: isRefunded && payment ? payment.id : null, withCodes: isOwn };
  }
  if (caller.actor && !isOwn) await recordCancellation(tx, now, { order, by: caller.actor });
  await enqueueReturned(deps, tx, { order, chosen, by: isOwn ? 'buyer' : 'administrator', isPaid: false });
  await endUnpaid(tx, order.id, chosen);
  return { paymentId: null, withCodes: isOwn };
}

/**
 * Whether an earlier request of the buyer has cancelled these tickets and requested their refund. Without `ticketIds`,
 * this means all tickets that the buyer held.
 */
async function isRepeated(
  tx: Tx,
  payment: PaymentRow,
  ticketIds: readonly number[] | undefined,
): Promise<boolean> {
  const { cancelledIds, isHoldingMore } = await listCancelledByBuyer(tx, payment);
  if (ticketIds === undefined) return cancelledIds.length > 0 && !isHoldingMore;
  return ticketIds.every((id) => cancelledIds.includes(id));
}

interface PaidCancellation {
  order: OrderDetails;
  /** The payment that bought the tickets, locked. */
  payment: PaymentRow | undefined;
  chosen: ChosenTickets;
  by: Author;
  now: Date;
}

/** Ends tickets that the buyer has paid for. Returns whether money goes back. */
async function endPaid(deps: Deps, tx: Tx, cancellation: PaidCancellation): Promise<boolean> {
  const { order, payment, chosen, by, now } = cancellation;
  assertWithinPolicy(order, now);
  // The buyer paid a moment ago, after this transaction had looked for the payment.
  if (!payment || chosen.tickets.some(({ payment_id }) => payment_id !== payment.id)) {
    throw new ApiError('unavailable');
  }
  if (chosen.tickets.some(({ status }) => status === 'used')) throw new ApiError('ticket_used');
  if (payment.disputed_at !== null || payment.is_refund_blocked || payment.status === 'charged_back') {
    throw new ApiError('ticket_disputed', {
      msg: 'Your bank is already asking for the money of this order back',
    });
  }
  const ticketIds = chosen.tickets.map(({ id }) => id);
  const amountPence = await countReturned(tx, payment, ticketIds);
  await recordCancellation(tx, now, { order, by, amountPence, count: ticketIds.length });
  if (amountPence === 0) {
    await enqueueReturned(deps, tx, { order, chosen, by: 'buyer', isPaid: true });
    await endWithoutMoney(tx, order.id, chosen);
    return false;
  }
  await enqueueToAttendees(deps, tx, { order, chosen, by: 'buyer' });
  await startRefund(deps, tx, payment, { by, reason: 'buyer_cancelled', amountPence, ticketIds });
  return true;
}

function assertWithinPolicy(order: OrderDetails, now: Date): void {
  const until = computeCancelUntil(order);
  if (until === null) throw new ApiError('order_paid');
  if (until <= now) throw new ApiError('cancellation_too_late');
}

/** Returns how much money is left to refund for these tickets, in pence. A part may have been refunded before. */
async function countReturned(tx: Tx, payment: PaymentRow, ticketIds: readonly number[]): Promise<number> {
  const tickets = (await listRefundable(tx, payment.id)).filter(({ id }) => ticketIds.includes(id));
  const left = tickets.reduce((sum, { leftPence }) => sum + leftPence, 0);
  return Math.min(left, countLeft(payment));
}

function recordCancellation(
  tx: Tx,
  now: Date,
  cancelled: { order: OrderDetails; by: Author; amountPence?: number; count?: number },
): Promise<void> {
  const { order, by, amountPence, count } = cancelled;
  return recordAudit(tx, now, {
    by,
    action: 'order.cancelled',
    objectId: order.id,
    eventId: order.event_id,
    details: {
      order: order.number,
      ...(count !== undefined && { tickets: count }),
      ...(amountPence !== undefined && { amount_pence: amountPence }),
    },
  });
}
