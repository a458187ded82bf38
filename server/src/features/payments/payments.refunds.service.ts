import { recordAudit, type AuditEntry } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import type { RefundReason } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { findEvent } from '../events/events.queries.ts';
import type { TicketRow } from '../tickets/tickets.queries.ts';
import { getTicket, getTicketFor } from '../tickets/tickets.service.ts';
import { endPurchase, oweRefund } from './payments.ledger.service.ts';
import { findPayment, lockPayment, lockPaymentOfTicket, type PaymentRow } from './payments.queries.ts';
import { refundPayment, refundPaymentJob } from './payments.refunds.jobs.ts';

/**
 * Gives a ticket's money back. Ticket, seat and ledger change at once; then the provider is asked. One that is away
 * is left to the job, and `refundId` is null. The audit keeps the note. Throws `ticket_not_paid`, `ticket_refunded` and `ticket_disputed`.
 */
export async function refundTicket(
  deps: Deps,
  actor: Actor,
  ticketId: number,
  note?: string,
): Promise<{ ticket: TicketRow; refundId: string | null }> {
  const { ticket, paymentId } = await deps.db.transaction().execute(async (tx) => {
    await getTicketFor(tx, actor, 'refund', ticketId);
    // Whoever comes second waits for the payment's lock, and then finds it on its way back.
    const payment = await lockPaymentOfTicket(tx, ticketId);
    if (!payment) throw new ApiError('ticket_not_paid');
    if (payment.status !== 'paid') throw new ApiError('ticket_refunded');
    if (payment.is_refund_blocked) throw new ApiError('ticket_disputed');
    const hasEnded = await startRefund(deps, tx, payment, { by: actor, reason: 'requested', note });
    if (!hasEnded) throw new ApiError('ticket_refunded');
    return { ticket: await getTicket(tx, ticketId), paymentId: payment.id };
  });
  await refundPayment(deps, paymentId).catch((error: unknown) =>
    deps.log.warn({ err: error, payment: paymentId }, 'a refund is left to its job'),
  );
  const payment = await findPayment(deps.db, paymentId);
  const payment_status = payment?.status ?? ticket.payment_status;
  return { ticket: { ...ticket, payment_status }, refundId: payment?.refund_id ?? null };
}

/** Gives back what was paid for an event that is cancelled, unless that is done already or was thought better of. */
export async function refundForCancelled(deps: Deps, paymentId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment?.status !== 'paid' || payment.is_refund_blocked || payment.event_id === null) return;
    const event = await findEvent(tx, payment.event_id);
    if (event?.status !== 'cancelled') return;
    await startRefund(deps, tx, payment, { by: 'Foyer itself', reason: 'event_cancelled' });
  });
}

/** The payment is locked and paid. Says whether there was a ticket that ended with it. */
async function startRefund(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  { by, reason, note }: { by: AuditEntry['by']; reason: RefundReason; note?: string },
): Promise<boolean> {
  await oweRefund(tx, payment.id, reason);
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
