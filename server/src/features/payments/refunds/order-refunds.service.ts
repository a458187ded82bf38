import { createHash } from 'node:crypto';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { getOrderFor } from '../../orders/orders.access.service.ts';
import { enqueueReturned } from '../../orders/mails/returned.service.ts';
import { getRefund, type ShownRefund } from '../../orders/orders.refunds.queries.ts';
import { findPayment, lockPaymentOfOrder, type PaymentRow } from '../payments.queries.ts';
import { tookMoney } from '../payments.rules.ts';
import { findRefundByKey } from './refunds.queries.ts';
import { startRefund, tryToRefund } from './refunds.service.ts';
import { countLeft, listRefundable } from './rows.service.ts';

interface OrderRefund {
  number: string;
  /** The idempotency key. */
  key: string;
  /** By default, all tickets of the order. */
  ticketIds: readonly number[] | undefined;
  /** By default, all the money that is left. */
  amountPence: number | undefined;
  cancelTickets: boolean;
  /** What the organiser wrote. */
  note: string | undefined;
}

/**
 * Refunds a paid order: all of it, some tickets, or an amount. Asks the provider at once; if that fails, a job tries
 * again. Tickets for which no money is left, such as free ones, end without the provider. A repeated request with the same idempotency key makes no second refund.
 */
export async function refundOrder(
  deps: Deps,
  actor: Actor,
  wanted: OrderRefund,
): Promise<{ refund: ShownRefund; left: number; isNew: boolean }> {
  const { id, paymentId, isNew, isMoneyDue } = await deps.db.transaction().execute(async (tx) => {
    const caller = { actor, key: undefined, siteSecret: deps.sessionSecret };
    const { order } = await getOrderFor(tx, caller, 'refund', wanted.number);
    // A second refund of the order waits here, and can then refund only the money that the first one left.
    const payment = await lockPaymentOfOrder(tx, order.id, wanted.ticketIds);
    const key = { idempotencyKey: wanted.key, bodyHash: hashRefund(wanted) };
    const known = await findRefundByKey(tx, order.id, wanted.key);
    if (known && !known.body_hash?.equals(key.bodyHash)) throw new ApiError('idempotency_key_reused');
    if (known) return { id: known.id, paymentId: known.payment_id, isNew: false, isMoneyDue: false };
    if (!payment || !tookMoney(payment.status)) throw new ApiError('order_not_paid');
    if (payment.is_refund_blocked) throw new ApiError('ticket_disputed');
    const { amountPence, endingIds } = await chooseRefund(tx, payment, wanted);
    // No other mail tells these people, because no money goes back.
    if (amountPence === 0) await enqueueEnded(deps, tx, order, endingIds);
    const started = await startRefund(deps, tx, payment, {
      ...key,
      by: actor,
      reason: 'requested',
      note: wanted.note,
      amountPence,
      ticketIds: wanted.ticketIds && [...new Set(wanted.ticketIds)],
      keepsTickets: !wanted.cancelTickets,
    });
    return { id: started, paymentId: payment.id, isNew: true, isMoneyDue: amountPence > 0 };
  });
  if (isMoneyDue) await tryToRefund(deps, paymentId);
  const payment = await findPayment(deps.db, paymentId);
  return { refund: await getRefund(deps.db, id), left: payment ? countLeft(payment) : 0, isNew };
}

function hashRefund({ ticketIds, amountPence, cancelTickets, note }: OrderRefund): Buffer {
  const sorted = ticketIds?.toSorted((one, other) => one - other);
  const facts = [sorted ?? null, amountPence ?? null, cancelTickets, note ?? null];
  return createHash('sha256').update(JSON.stringify(facts)).digest();
}

interface ChosenRefund {
  /** By default, all that is left for the tickets. 0 if nothing is left and tickets end. */
  amountPence: number;
  /** The tickets that end, without those that the buyer gave away. */
  endingIds: number[];
}

/** Throws when less is left than wanted, and when a chosen ticket was not paid for or has ended. */
async function chooseRefund(tx: Tx, payment: PaymentRow, wanted: OrderRefund): Promise<ChosenRefund> {
  const { ticketIds, amountPence, cancelTickets } = wanted;
  const tickets = await getChosen(tx, payment, ticketIds);
  let left = payment.status === 'charged_back' ? 0 : countLeft(payment);
  if (ticketIds) {
    const ended = tickets.find(({ isLive }) => !isLive);
    if (cancelTickets && ended) {
      throw new ApiError(ended.status === 'refunded' ? 'ticket_refunded' : 'ticket_not_live');
    }
    left = Math.min(
      left,
      tickets.reduce((sum, { leftPence }) => sum + leftPence, 0),
    );
  }
  const amount = amountPence ?? left;
  const ending = cancelTickets ? tickets.filter(({ isLive }) => isLive) : [];
  if (amount > left || (amount === 0 && ending.length === 0)) {
    throw new ApiError('refund_too_large', { extra: { left: left / 100 } });
  }
  const endingIds = ending.filter((ticket) => ticket.transferred_at === null).map(({ id }) => id);
  return { amountPence: amount, endingIds };
}

async function enqueueEnded(
  deps: Deps,
  tx: Tx,
  order: { id: number; status: string },
  endingIds: readonly number[],
): Promise<void> {
  if (endingIds.length === 0) return;
  const chosen = { tickets: endingIds.map((id) => ({ id })) };
  await enqueueReturned(deps, tx, { order, chosen, by: 'team', isPaid: true });
}

async function getChosen(tx: Tx, payment: PaymentRow, ticketIds: readonly number[] | undefined) {
  const paid = await listRefundable(tx, payment.id);
  if (!ticketIds) return paid;
  const chosen = paid.filter(({ id }) => ticketIds.includes(id));
  if (chosen.length === new Set(ticketIds).size) return chosen;
  const others = await tx
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', payment.order_id)
    .where('id', 'in', ticketIds)
    .execute();
  throw new ApiError(others.length > chosen.length ? 'ticket_not_paid' : 'ticket_not_found');
}
