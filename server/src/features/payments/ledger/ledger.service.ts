import { sql } from 'kysely';
import { recordAudit, type AuditEntry } from '../../../db/audit.ts';
import type { Db, Tx } from '../../../db/connect.ts';
import type { PaymentKind, PaymentStatus, RefundReason } from '../../../db/order-tables.ts';
import type { Deps } from '../../../deps.ts';
import type { PaymentReference, ProviderPayment } from '../../../payments/provider.ts';
import { releasePlaces } from '../../events/events.seats.service.ts';
import { deactivate } from '../../orders/orders.states.service.ts';
import { refundTicketsOf } from '../../tickets/tickets.states.service.ts';
import type { Verdict } from './money.rules.ts';
import { paymentColumns, type PaymentRow } from '../payments.queries.ts';

interface NewPayment {
  kind: PaymentKind;
  eventId: number;
  userId: number;
  orderId: number;
  amountPence: number;
  /** The website that the buyer returns to after paying. Null means the public address of Foyer. */
  returnSite: string | null;
  until: Date;
  now: Date;
}

/** Creates a payment. Returns undefined when the order already has a starting or open payment. */
export async function createPayment(tx: Tx, row: NewPayment): Promise<PaymentRow | undefined> {
  return (
    tx
      .insertInto('payments')
      .values({
        kind: row.kind,
        user_id: row.userId,
        event_id: row.eventId,
        order_id: row.orderId,
        amount_pence: row.amountPence,
        return_site: row.returnSite,
        status: 'starting',
        created_at: row.now,
        expires_at: row.until,
      })
      // If two browser tabs start a payment at the same moment, the second tab waits here and then uses the payment
      // of the first tab.
      .onConflict((conflict) => conflict.doNothing())
      .returning(paymentColumns)
      .executeTakeFirst()
  );
}

/**
 * Puts the provider's id of a payment into the column for its kind: checkout sessions and payment intents have
 * separate columns.
 */
export function toReferenceColumns({ kind, id }: PaymentReference) {
  return kind === 'session' ? { provider_session_id: id } : { payment_intent_id: id };
}

/**
 * Stores the provider's id of a payment and changes its status from starting to open. A payment with another status
 * keeps that status. Returns the payment's status.
 */
export async function recordOpened(
  db: Db,
  id: number,
  opened: ProviderPayment,
): Promise<PaymentStatus | undefined> {
  const payment = await db
    .updateTable('payments')
    .set({
      ...toReferenceColumns(opened),
      checkout_url: opened.url,
      status: sql<PaymentStatus>`case when status = 'starting' then 'open' else status end`,
    })
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst();
  return payment?.status;
}

/**
 * Records that the buyer paid. `refusal` is the reason why the money must be refunded, or null if the money bought
 * the tickets. The caller has locked the payment.
 */
export async function recordPaid(
  tx: Tx,
  id: number,
  paid: { found: ProviderPayment; now: Date; refusal: RefundReason | null },
): Promise<PaymentRow> {
  const { found, refusal } = paid;
  return tx
    .updateTable('payments')
    .set({
      ...toReferenceColumns(found),
      status: refusal ? 'refund_pending' : 'paid',
      refund_reason: refusal,
      paid_at: paid.now,
      payment_intent_id: found.paymentIntentId,
    })
    .where('id', '=', id)
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
}

/** Records that a paid payment must be refunded. The caller must have locked the payment. */
export async function recordRefundOwed(tx: Tx, id: number, refund_reason: RefundReason): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'refund_pending', refund_reason })
    .where('id', '=', id)
    .execute();
}

/**
 * Records the refunds and disputes that the provider reports about a payment. The caller must have locked the
 * payment.
 */
export async function recordVerdict(
  tx: Tx,
  payment: PaymentRow,
  verdict: Verdict,
  now: Date,
): Promise<PaymentRow> {
  const isEnding = payment.status === 'paid' && verdict.status !== 'paid';
  return tx
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
      // Foyer sets `refund_pending` before requesting a refund. This payment was still `paid`, so somebody refunded
      // it in the provider's dashboard.
      ...(isEnding && verdict.status !== 'charged_back' && { refund_reason: 'requested' as const }),
      ...(verdict.status !== payment.status && { refunded_at: verdict.status === 'refunded' ? now : null }),
      revision: payment.revision + 1,
    })
    .where('id', '=', payment.id)
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
}

/** Records when the payment was last compared with the provider, even if the comparison failed. */
export async function recordChecked(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('payments').set({ checked_at: now }).where('id', '=', id).execute();
}

export async function recordDifference(db: Db, id: number, differs: boolean): Promise<void> {
  await db.updateTable('payments').set({ differs }).where('id', '=', id).execute();
}

/**
 * Expires a payment that is starting or open. If the payment has another status, changes nothing and returns
 * undefined.
 */
export async function expirePayment(
  tx: Tx,
  id: number,
  underWay: PaymentStatus[] = ['starting', 'open'],
): Promise<PaymentRow | undefined> {
  return tx
    .updateTable('payments')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', 'in', underWay)
    .returning(paymentColumns)
    .executeTakeFirst();
}

/**
 * Counts a failed try to refund a payment. The count is part of the idempotency key, so the next try gets a new key.
 * If several callers saw the same try fail, this try is counted once.
 */
export async function recordFailedRefundTry(
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
 * Takes back what a payment bought, because its money goes back to the buyer. The order and its tickets end, and
 * their places become free. Returns whether at least one valid or used ticket ended.
 */
export async function endPurchase(
  deps: Deps,
  tx: Tx,
  payment: PaymentRow,
  by: AuditEntry['by'],
): Promise<boolean> {
  const { order_id: orderId, event_id: eventId } = payment;
  const order = orderId === null ? undefined : await deactivate(tx, orderId);
  const refundedIds = await refundTicketsOf(tx, payment.id);
  for (const objectId of refundedIds) {
    const entry = { by, action: 'ticket.refunded', objectId, eventId } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details: { payment_id: payment.id } });
  }
  await releasePlaces(tx, [...(order?.endedTicketIds ?? []), ...refundedIds]);
  return refundedIds.length > 0;
}
