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

/** Lists the refunds of a payment that the provider has not accepted yet, oldest first. */
export function listDueRefunds(db: Db, paymentId: number): Promise<RefundRow[]> {
  return selectDueRefunds(db).where('payment_id', '=', paymentId).orderBy('id').execute();
}

/**
 * Finds a refund that the provider has not accepted yet. Returns undefined if the refund was accepted or given up in
 * the meantime.
 */
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

const ticketIds: RawBuilder<number[]> = sql`array(
  select ticket_id::integer from refund_tickets where refund_id = refunds.id order by ticket_id
)`;

/** Selects refunds as the API shows them, oldest first. */
function selectShown(db: Db) {
  return db
    .selectFrom('refunds')
    .select([
      'refunds.id',
      'refunds.payment_id',
      'refunds.amount_pence as amount',
      'refunds.status',
      'refunds.reason',
      'refunds.note',
      'refunds.made_outside',
      ticketIds.as('ticket_ids'),
      'refunds.ends_tickets',
      'refunds.created_at',
      'refunds.finished_at',
    ])
    .orderBy('refunds.id');
}

/** No person and no payment has this many refunds. The limit keeps a single request from reading without end. */
const maxShown = 10_000;

/** Lists the refunds of all payments of a user. */
export function listRefundsTo(db: Db, userId: number) {
  return selectShown(db)
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('payments.user_id', '=', userId)
    .limit(maxShown)
    .execute();
}

/** Whether a refund of the payment failed and will be tried again. */
export const isRefundFailing: RawBuilder<boolean> = sql`not payments.is_refund_blocked and exists (
  select from refunds where refunds.payment_id = payments.id
    and refunds.status = 'pending' and refunds.provider_refund_id is null and refunds.attempts > 0
)`;
