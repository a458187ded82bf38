import { recordAudit, type AuditEntry } from '../../db/audit.ts';
import type { Db, Tx } from '../../db/connect.ts';
import type { PaymentKind } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { releaseSeat } from '../events/events.seats.service.ts';
import { endPaidRegistration } from '../registrations/registrations.service.ts';
import { markTicketRefunded } from '../tickets/tickets.service.ts';
import { findPayment, type PaymentRow } from './payments.queries.ts';

interface NewPayment {
  kind: PaymentKind;
  eventId: number;
  userId: number;
  registrationId: number;
  amountPence: number;
  until: Date;
  now: Date;
}

/** Starts a payment; undefined when the registration has one under way already. */
export async function insertPayment(tx: Tx, row: NewPayment): Promise<PaymentRow | undefined> {
  const made = await tx
    .insertInto('payments')
    .values({
      kind: row.kind,
      user_id: row.userId,
      event_id: row.eventId,
      registration_id: row.registrationId,
      amount_pence: row.amountPence,
      status: 'starting',
      created_at: row.now,
      expires_at: row.until,
    })
    // Of two tabs at once the second waits here, and then finds the first one's payment.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made && findPayment(tx, made.id);
}

/** Nobody can pay it any more. */
export async function expirePayment(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', 'in', ['starting', 'open'])
    .execute();
}

/** The next try to refund a payment goes under another key, unless somebody has made it do so already. */
export async function giveUpRefundTry(
  db: Db,
  { id, refund_attempts }: { id: number; refund_attempts: number },
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ refund_attempts: refund_attempts + 1 })
    .where('id', '=', id)
    .where('status', '=', 'refund_pending')
    .where('refund_id', 'is', null)
    .where('refund_attempts', '=', refund_attempts)
    .execute();
}

/**
 * Ends what a payment bought because its money goes back or is gone: ticket and registration, and last the seat,
 * which is free again. Says whether there was a ticket to end.
 */
export async function endPurchase(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  by: AuditEntry['by'],
): Promise<boolean> {
  const { registration_id: registrationId, ticket_id: ticketId, event_id: eventId } = payment;
  const seatOf = registrationId === null ? undefined : await endPaidRegistration(tx, registrationId);
  const hasEnded = ticketId !== null && (await markTicketRefunded(tx, ticketId));
  if (hasEnded) {
    const details = { payment_id: payment.id };
    await recordAudit(tx, deps.clock.now(), {
      by,
      action: 'ticket.refunded',
      objectId: ticketId,
      eventId,
      details,
    });
  }
  if (seatOf !== undefined) await releaseSeat(tx, seatOf);
  return hasEnded;
}
