import { sql } from 'kysely';
import { recordAudit, type AuditEntry } from '../../db/audit.ts';
import type { Db, Tx } from '../../db/connect.ts';
import type { PaymentKind, PaymentStatus, RefundReason } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import type { PaymentReference, ProviderPayment } from '../../payments/provider.ts';
import { releaseSeat } from '../events/events.seats.service.ts';
import { endPaidRegistration } from '../registrations/registrations.service.ts';
import { markTicketRefunded } from '../tickets/tickets.service.ts';
import type { Verdict } from './payments.money.rules.ts';
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

/** The columns that say what the provider knows a payment by. */
export function identify({ kind, id }: PaymentReference) {
  return kind === 'session' ? { provider_session_id: id } : { payment_intent_id: id };
}

/** Writes down what the provider knows the payment by, and tells what has become of it since it was started. */
export async function noteOpened(
  db: Db,
  id: number,
  opened: ProviderPayment,
): Promise<PaymentStatus | undefined> {
  const noted = await db
    .updateTable('payments')
    .set({
      ...identify(opened),
      checkout_url: opened.url,
      status: sql<PaymentStatus>`case when status = 'starting' then 'open' else status end`,
    })
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst();
  return noted?.status;
}

/** The money came, for a ticket or only to go back. The payment is locked. */
export async function notePaid(
  tx: Tx,
  id: number,
  paid: { found: ProviderPayment; now: Date; ticketId: number | null; refusal: RefundReason | null },
): Promise<void> {
  const { found, refusal } = paid;
  await tx
    .updateTable('payments')
    .set({
      ...identify(found),
      status: refusal ? 'refund_pending' : 'paid',
      refund_reason: refusal,
      ticket_id: paid.ticketId,
      paid_at: paid.now,
      payment_intent_id: found.paymentIntentId,
    })
    .where('id', '=', id)
    .execute();
}

/** A paid payment is on its way back from now on, whoever asks the provider. The payment is locked. */
export async function oweRefund(tx: Tx, id: number, refund_reason: RefundReason): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'refund_pending', refund_reason })
    .where('id', '=', id)
    .execute();
}

/** Writes the provider's word on the money of a payment, which is locked. */
export async function noteVerdict(tx: Tx, payment: PaymentRow, verdict: Verdict, now: Date): Promise<void> {
  const isEnding = payment.status === 'paid' && verdict.status !== 'paid';
  await tx
    .updateTable('payments')
    .set({
      status: verdict.status,
      amount_refunded_pence: verdict.refundedPence,
      amount_disputed_pence: verdict.disputedPence,
      disputed_at: verdict.isDisputed ? (payment.disputed_at ?? now) : null,
      dispute_id: verdict.disputeId,
      is_refund_blocked: verdict.isRefundBlocked,
      refund_id: verdict.refundId,
      refund_attempts: payment.refund_attempts + (verdict.hasFailed ? 1 : 0),
      // Of what was not begun here nobody knows more than that somebody at the provider's asked for it.
      ...(isEnding && verdict.status !== 'charged_back' && { refund_reason: 'requested' as const }),
      ...(verdict.status !== payment.status && { refunded_at: verdict.status === 'refunded' ? now : null }),
      revision: payment.revision + 1,
    })
    .where('id', '=', payment.id)
    .execute();
}

/** When the payment was last held against the provider, whatever came of that. */
export async function noteChecked(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('payments').set({ checked_at: now }).where('id', '=', id).execute();
}

/** Whether its money was the provider's too when the two were last compared. */
export async function noteDifference(db: Db, id: number, differs: boolean): Promise<void> {
  await db.updateTable('payments').set({ differs }).where('id', '=', id).execute();
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
