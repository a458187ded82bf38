import type { Db } from '../../../db/connect.ts';
import { countRows, takePage } from '../../../db/paging.ts';
import { selectFirstTicket } from '../payments.queries.ts';
import { isRefundFailing } from '../refunds/refunds.queries.ts';

function selectLedger(db: Db) {
  return db
    .selectFrom('payments')
    .leftJoin('events', 'events.id', 'payments.event_id')
    .leftJoin('users', 'users.id', 'payments.user_id')
    .select((select) => [
      'payments.id',
      'payments.event_id',
      'events.title as event_title',
      'payments.user_id',
      'users.username',
      selectFirstTicket(select).as('ticket_id'),
      'payments.kind',
      'payments.provider_session_id',
      'payments.payment_intent_id',
      'payments.status',
      'payments.amount_pence',
      'payments.amount_refunded_pence',
      'payments.amount_disputed_pence',
      'payments.currency',
      'payments.created_at',
      'payments.paid_at',
      'payments.differs',
      isRefundFailing.as('refund_failing'),
    ]);
}

export type LedgerRow = Awaited<ReturnType<ReturnType<typeof selectLedger>['execute']>>[number];

export function findLedgerRow(db: Db, id: number): Promise<LedgerRow | undefined> {
  return selectLedger(db).where('payments.id', '=', id).executeTakeFirst();
}

/**
 * Lists one page of the payments, and counts all of them. With `only`, lists payments for which our ledger and the
 * provider differ. Payments that differ come first, then the newest.
 */
export async function listLedger(
  db: Db,
  { only, ...page }: { limit: number; page: number; only?: 'differences' },
) {
  const payments = db.selectFrom('payments').select('payments.id');
  const all = only ? payments.where('differs', '=', true) : payments;
  // Select the ids of this page first, so that only the payments of this page are joined with events and users.
  const wanted = takePage(all.orderBy('differs', 'desc').orderBy('payments.id', 'desc'), page);
  const rows = await selectLedger(db)
    .where('payments.id', 'in', wanted)
    .orderBy('differs', 'desc')
    .orderBy('payments.id', 'desc')
    .execute();
  return { rows, total: await countRows(db, all, { isSearch: false }) };
}
