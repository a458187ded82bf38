import { recordAudit, type AuditEntry } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { RefundReason } from '../../../db/order-tables.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { PaymentRefusedError, ProviderFailedError } from '../../../payments/provider.ts';
import { findEvent } from '../../events/events.queries.ts';
import type { TicketRow } from '../../tickets/tickets.queries.ts';
import { getTicket, getTicketFor } from '../../tickets/tickets.service.ts';
import { endPurchase, recordFailedRefundTry, recordRefundOwed } from '../ledger/ledger.service.ts';
import { settleMoney } from '../ledger/money.service.ts';
import { findPayment, lockPayment, lockPaymentOfTicket, type PaymentRow } from '../payments.queries.ts';
import { refundPaymentJob } from './refunds.jobs.ts';
import { isRefundDue } from '../payments.rules.ts';

/**
 * Refunds a ticket: changes the ticket, the seat and the ledger, then asks the provider. If the provider fails,
 * `refundId` is null and a job tries again. The note goes into the audit log. Throws `ticket_not_paid`,
 * `ticket_refunded` and `ticket_disputed`.
 */
export async function refundTicket(
  deps: Deps,
  actor: Actor,
  ticketId: number,
  note?: string,
): Promise<{ ticket: TicketRow; refundId: string | null }> {
  const { ticket, paymentId } = await deps.db.transaction().execute(async (tx) => {
    await getTicketFor(tx, actor, 'refund', ticketId);
    // A second caller waits here for the lock, and then finds the payment refunded.
    const payment = await lockPaymentOfTicket(tx, ticketId);
    if (!payment) throw new ApiError('ticket_not_paid');
    if (payment.status !== 'paid') throw new ApiError('ticket_refunded');
    if (payment.is_refund_blocked) throw new ApiError('ticket_disputed');
    const hasEnded = await startRefund(deps, tx, payment, { by: actor, reason: 'requested', note });
    if (!hasEnded) throw new ApiError('ticket_refunded');
    return { ticket: await getTicket(tx, ticketId), paymentId: payment.id };
  });
  const payment = await refundPayment(deps, paymentId).catch((error: unknown) => {
    deps.log.warn({ err: error, payment: paymentId }, 'the provider did not refund yet; the job tries again');
    return findPayment(deps.db, paymentId);
  });
  const payment_status = payment?.status ?? ticket.payment_status;
  return { ticket: { ...ticket, payment_status }, refundId: payment?.refund_id ?? null };
}

/** Refunds a ticket of a cancelled event, unless the ticket is refunded already or the event was published again. */
export async function refundForCancelled(deps: Deps, paymentId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment?.status !== 'paid' || payment.is_refund_blocked || payment.event_id === null) return;
    const event = await findEvent(tx, payment.event_id);
    if (event?.status !== 'cancelled') return;
    await startRefund(deps, tx, payment, { by: 'Foyer itself', reason: 'event_cancelled' });
  });
}

/**
 * Starts the refund of a paid payment that the caller has locked. Returns whether at
 * least one valid or used ticket ended with it.
 */
async function startRefund(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { by, reason, note }: { by: AuditEntry['by']; reason: RefundReason; note?: string },
): Promise<boolean> {
  await recordRefundOwed(tx, payment.id, reason);
  await recordAudit(tx, deps.clock.now(), {
    by,
    action: 'payment.refund_started',
    objectId: payment.id,
    eventId: payment.event_id,
    details: {
      reason,
      amount_pence: payment.amount_pence - payment.amount_refunded_pence,
      ...(note && { note }),
    },
  });
  await deps.jobs.enqueue(tx, refundPaymentJob, { paymentId: payment.id });
  return endPurchase(deps, tx, payment, by);
}

/**
 * Asks the provider for a refund that is due and records the outcome. Each try has its own idempotency key, so the
 * provider carries out a try only once. Two tries never refund more than was paid, because each try asks for the
 * amount that is left.
 */
export async function refundPayment(deps: Deps, paymentId: number): Promise<PaymentRow | undefined> {
  const payment = await findPayment(deps.db, paymentId);
  if (payment?.status !== 'refund_pending' && payment?.status !== 'refunded') return payment;
  if (!payment.payment_intent_id) throw new Error(`Payment ${paymentId} has no intent to refund`);
  if (!isRefundDue(payment)) return settleMoney(deps, payment);
  const attempt = payment.refund_attempts;
  try {
    const key = `${payment.provider_key}-${attempt}`;
    const refundId = await deps.payments.refund(payment.payment_intent_id, key);
    return await settleMoney(deps, payment, { refundId, attempt });
  } catch (error) {
    // Count the failed try, so that the next try gets a new idempotency key. Under the same key, the provider would
    // repeat this failure.
    if (error instanceof ProviderFailedError) await recordFailedRefundTry(deps.db, payment);
    if (!(error instanceof PaymentRefusedError)) throw error;
    // The provider refused the refund, perhaps because somebody refunded or disputed the payment there. Read the
    // state of the payment, because nothing may be left to refund.
    const settled = await settleMoney(deps, payment);
    if (!isRefundDue(settled)) return settled;
    await recordFailedRefundTry(deps.db, payment);
    throw error;
  }
}
