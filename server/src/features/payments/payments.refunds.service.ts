import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import { releaseSeat } from '../events/events.seats.service.ts';
import { getEventFor } from '../events/events.service.ts';
import { endPaidRegistration } from '../registrations/registrations.service.ts';
import { findTicket, type TicketRow } from '../tickets/tickets.queries.ts';
import { markTicketRefunded } from '../tickets/tickets.service.ts';
import { findPayment, lockPaymentOfTicket } from './payments.queries.ts';
import { refundPayment, refundPaymentJob } from './payments.refunds.jobs.ts';

/**
 * Gives a ticket's money back. Ticket, seat and ledger change at once; then the provider is asked. One that is away
 * is left to the job, and `refundId` is null. Throws `ticket_not_paid` and `ticket_refunded`.
 */
export async function refundTicket(
  deps: Deps,
  actor: Actor,
  ticketId: number,
): Promise<{ ticket: TicketRow; refundId: string | null }> {
  const { ticket, paymentId } = await deps.db.transaction().execute(async (tx) => {
    const before = await getTicket(tx, ticketId);
    await getEventFor(tx, actor, 'refund', before.event_id);
    const started = await startRefund(deps, tx, before);
    return { ticket: await getTicket(tx, ticketId), paymentId: started };
  });
  await refundPayment(deps, paymentId).catch((error: unknown) =>
    deps.log.warn({ err: error, payment: paymentId }, 'a refund is left to its job'),
  );
  const payment = await findPayment(deps.db, paymentId);
  return { ticket, refundId: payment?.refund_id ?? null };
}

/** Whoever comes second waits for the payment's lock, and then finds it on its way back. */
async function startRefund(deps: Deps, tx: Tx, ticket: TicketRow): Promise<number> {
  const payment = await lockPaymentOfTicket(tx, ticket.id);
  if (!payment) throw new ApiError('ticket_not_paid');
  if (payment.status !== 'paid') throw new ApiError('ticket_refunded');
  const eventId = await endPaidRegistration(tx, ticket.registration_id);
  if (!(await markTicketRefunded(tx, ticket.id))) throw new ApiError('ticket_refunded');
  await tx
    .updateTable('payments')
    .set({ status: 'refund_pending', refund_reason: 'requested' })
    .where('id', '=', payment.id)
    .execute();
  await deps.jobs.enqueue(tx, refundPaymentJob, { paymentId: payment.id });
  if (eventId !== undefined) await releaseSeat(tx, eventId);
  return payment.id;
}

async function getTicket(tx: Tx, id: number): Promise<TicketRow> {
  const ticket = await findTicket(tx, id);
  if (!ticket) throw new ApiError('ticket_not_found');
  return ticket;
}
