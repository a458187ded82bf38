import { recordAudit, type Author } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { RefundReason } from '../../../db/order-tables.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { findEvent } from '../../events/events.queries.ts';
import { isPaidAndLive } from '../../tickets/tickets.rules.ts';
import type { TicketRow } from '../../tickets/tickets.queries.ts';
import { getTicket, getTicketFor } from '../../tickets/tickets.service.ts';
import { endPurchase } from '../ledger/ledger.service.ts';
import { lockPayment, lockPaymentOfTicket, type PaymentRow } from '../payments.queries.ts';
import { refundPayment } from './asking.service.ts';
import { refundPaymentJob } from './refunds.jobs.ts';
import { findProviderId } from './refunds.queries.ts';
import { countLeft, createRefund, listRefundable } from './rows.service.ts';

/**
 * Refunds a ticket in the ledger and then at the provider. If the provider fails, `refundId` is null and a job tries
 * again. The note goes into the audit log. Throws `ticket_not_paid`, `ticket_refunded` and `ticket_disputed`.
 */
export async function refundTicket(
  deps: Deps,
  actor: Actor,
  ticketId: number,
  note?: string,
): Promise<{ ticket: TicketRow; refundId: string | null }> {
  const { id, paymentId } = await deps.db.transaction().execute(async (tx) => {
    await getTicketFor(tx, actor, 'refund', ticketId);
    // A second caller waits here, and then finds the ticket refunded.
    const payment = await lockPaymentOfTicket(tx, ticketId);
    if (!payment) throw new ApiError('ticket_not_paid');
    const ticket = await getTicket(tx, ticketId);
    if (!isPaidAndLive(ticket) || payment.status !== 'paid') throw new ApiError('ticket_refunded');
    if (payment.is_refund_blocked) throw new ApiError('ticket_disputed');
    if (ticket.price_pence === 0) throw new ApiError('ticket_not_paid');
    const price = (await listRefundable(tx, payment.id)).find((one) => one.id === ticketId)?.leftPence ?? 0;
    const amountPence = Math.min(price, countLeft(payment));
    if (amountPence === 0) throw new ApiError('ticket_refunded');
    const wanted = { by: actor, reason: 'requested', note, amountPence, ticketIds: [ticketId] } as const;
    return { id: await startRefund(deps, tx, payment, wanted), paymentId: payment.id };
  });
  await tryToRefund(deps, paymentId);
  return { ticket: await getTicket(deps.db, ticketId), refundId: await findProviderId(deps.db, id) };
}

/** Requests the due refunds of a payment from the provider. If this fails, a job tries again. */
export async function tryToRefund(deps: Deps, paymentId: number): Promise<void> {
  await refundPayment(deps, paymentId).catch((error: unknown) => {
    deps.log.warn({ err: error, payment: paymentId }, 'the provider did not refund yet; the job tries again');
  });
}

/**
 * Refunds the rest of a payment for a cancelled event, unless the event was published again or a dispute blocks the
 * refund.
 */
export async function refundForCancelled(deps: Deps, paymentId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment?.status !== 'paid' || payment.is_refund_blocked || payment.event_id === null) return;
    const event = await findEvent(tx, payment.event_id);
    if (event?.status !== 'cancelled') return;
    await startRefund(deps, tx, payment, { by: 'Foyer itself', reason: 'event_cancelled' });
  });
}

interface WantedRefund {
  by: Author;
  reason: RefundReason;
  note?: string;
  /** By default, all the money that is left of the payment. */
  amountPence?: number;
  /** By default, all tickets of the payment. */
  ticketIds?: readonly number[];
  keepsTickets?: boolean;
  idempotencyKey?: string;
  bodyHash?: Buffer;
}

/**
 * Writes a refund into the ledger, ends its tickets and enqueues the job that asks the provider. A refund of 0 pence
 * only ends tickets. The payment must have
 * taken money, and the caller must have locked it. Returns the id of the refund. Throws `refund_too_large`.
 */
export async function startRefund(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  wanted: WantedRefund,
): Promise<number> {
  const {
    by,
    reason,
    note,
    amountPence = countLeft(payment),
    ticketIds = null,
    keepsTickets = false,
  } = wanted;
  const now = deps.clock.now();
  const id = await createRefund(tx, payment, {
    amountPence,
    reason,
    note: note ?? null,
    requestedBy: typeof by === 'object' ? by.id : null,
    ticketIds,
    endsTickets: !keepsTickets,
    idempotencyKey: wanted.idempotencyKey ?? null,
    bodyHash: wanted.bodyHash ?? null,
    now,
  });
  await recordAudit(tx, now, {
    by,
    action: 'payment.refund_started',
    objectId: payment.id,
    eventId: payment.event_id,
    details: { reason, amount_pence: amountPence, ...(note && { note }) },
  });
  if (amountPence > 0) await deps.jobs.enqueue(tx, refundPaymentJob, { paymentId: payment.id });
  if (!keepsTickets) await endPurchase(deps, tx, payment, { by, ticketIds });
  return id;
}
