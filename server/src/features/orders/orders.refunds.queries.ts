import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';

const ticketIds: RawBuilder<number[]> = sql`array(
  select ticket_id::integer from refund_tickets where refund_id = refunds.id order by ticket_id
)`;

function selectRefunds(db: Db | Tx) {
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

export type ShownRefund = Awaited<ReturnType<ReturnType<typeof selectRefunds>['execute']>>[number];

/** The limit keeps a request from reading without end. No person, order or page of payments has this many refunds. */
const maxListed = 10_000;

export async function getRefund(db: Db | Tx, id: number): Promise<ShownRefund> {
  return selectRefunds(db).where('refunds.id', '=', id).executeTakeFirstOrThrow();
}

export function listRefundsTo(db: Db, userId: number): Promise<ShownRefund[]> {
  return selectRefunds(db)
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('payments.user_id', '=', userId)
    .limit(maxListed)
    .execute();
}

export function listRefundsOfOrder(db: Db | Tx, orderId: number): Promise<ShownRefund[]> {
  return selectRefunds(db)
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('payments.order_id', '=', orderId)
    .limit(maxListed)
    .execute();
}

export function listRefundsOfPayments(db: Db, paymentIds: readonly number[]): Promise<ShownRefund[]> {
  if (paymentIds.length === 0) return Promise.resolve([]);
  return selectRefunds(db).where('refunds.payment_id', 'in', paymentIds).limit(maxListed).execute();
}
