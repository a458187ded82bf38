import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';

const refundColumns = [
  'id',
  'payment_id',
  'provider_key',
  'provider_refund_id',
  'amount_pence',
  'made_outside',
  'ends_tickets',
  'status',
  'attempts',
] as const;

function selectRefunds(db: Db | Tx) {
  return db.selectFrom('refunds').select(refundColumns);
}

export type RefundRow = Awaited<ReturnType<ReturnType<typeof selectRefunds>['execute']>>[number];

/** Lists and locks the refunds of a payment, oldest first. The caller has locked the payment. */
export function lockRefunds(tx: Tx, paymentId: number): Promise<RefundRow[]> {
  return selectRefunds(tx).where('payment_id', '=', paymentId).orderBy('id').forUpdate().execute();
}

/** Selects the refunds that the provider has not accepted yet, even if a dispute blocks them. */
function selectDueRefunds(db: Db | Tx) {
  return selectRefunds(db).where('status', '=', 'pending').where('provider_refund_id', 'is', null);
}

export function listDueRefunds(db: Db, paymentId: number): Promise<RefundRow[]> {
  return selectDueRefunds(db).where('payment_id', '=', paymentId).orderBy('id').execute();
}

/** Finds a refund that the provider has not accepted yet. Returns undefined if it was accepted or given up. */
export function findDueRefund(db: Db, id: number): Promise<RefundRow | undefined> {
  return selectDueRefunds(db).where('id', '=', id).executeTakeFirst();
}

export async function findProviderId(db: Db, id: number): Promise<string | null> {
  const refund = await db
    .selectFrom('refunds')
    .select('provider_refund_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return refund?.provider_refund_id ?? null;
}

export function findRefundByKey(tx: Tx, orderId: number, key: string) {
  return tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.payment_id', 'refunds.body_hash'])
    .where('payments.order_id', '=', orderId)
    .where('refunds.idempotency_key', '=', key)
    .executeTakeFirst();
}

/**
 * Lists the tickets of a payment that the buyer cancelled for a refund. `isHoldingMore` tells whether the buyer still
 * holds a live ticket of the order.
 */
export async function listCancelledByBuyer(
  tx: Tx,
  payment: { id: number; order_id: number | null },
): Promise<{ cancelledIds: number[]; isHoldingMore: boolean }> {
  const cancelled = await tx
    .selectFrom('refund_tickets')
    .innerJoin('refunds', 'refunds.id', 'refund_tickets.refund_id')
    .select('refund_tickets.ticket_id')
    .where('refunds.payment_id', '=', payment.id)
    .where('refunds.reason', '=', 'buyer_cancelled')
    .execute();
  const held = await tx
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', payment.order_id)
    .where('status', 'in', ['held', 'valid', 'used'])
    .where('transferred_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return { cancelledIds: cancelled.map(({ ticket_id }) => ticket_id), isHoldingMore: held !== undefined };
}

/** Whether a refund of the payment failed and will be tried again. */
export const isRefundFailing: RawBuilder<boolean> = sql`not payments.is_refund_blocked and exists (
  select from refunds where refunds.payment_id = payments.id
    and refunds.status = 'pending' and refunds.provider_refund_id is null and refunds.attempts > 0
)`;
