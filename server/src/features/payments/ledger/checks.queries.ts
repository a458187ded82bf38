import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { paymentColumns, selectPayments, type PaymentRow } from '../payments.queries.ts';

interface Times {
  now: Date;
  /** The request that started a newer payment may still be working. */
  madeBefore: Date;
  checkedBefore: Date;
  expiredAfter: Date;
}

const maxAtOnce = 200;

/**
 * Lists payments to compare with the provider: starting and open payments, and payments that expired recently. The
 * oldest check comes first. A payment checked at `now` is not listed again, so the caller can ask for page after page.
 */
export function listPaymentsToCheck(db: Db, times: Times): Promise<PaymentRow[]> {
  return selectPayments(db)
    .where((where) =>
      where.or([
        where('status', 'in', ['starting', 'open'])
          .and('created_at', '<', times.madeBefore)
          .and(where.or([where('checked_at', 'is', null), where('checked_at', '<', times.now)])),
        where('status', '=', 'expired')
          .and('expires_at', '>', times.expiredAfter)
          .and(where.or([where('checked_at', 'is', null), where('checked_at', '<', times.checkedBefore)])),
      ]),
    )
    .orderBy('checked_at', (by) => by.asc().nullsFirst())
    .orderBy('id')
    .limit(maxAtOnce)
    .execute();
}

/**
 * Lists payments with pending refunds, the oldest check first. Payments whose refunds keep failing are checked less and
 * less often, at last about once a day.
 */
export function listRefundsToCheck(db: Db, times: Times): Promise<PaymentRow[]> {
  const pause = sql<Date>`${times.now}::timestamptz - least(power(2, pending.attempts), 1440) * interval '1 minute'`;
  return db
    .selectFrom('payments')
    .innerJoin(
      (refunds) =>
        refunds
          .selectFrom('refunds')
          .select((select) => ['payment_id', select.fn.min<number>('attempts').as('attempts')])
          .where('status', '=', 'pending')
          .groupBy('payment_id')
          .as('pending'),
      (join) => join.onRef('pending.payment_id', '=', 'payments.id'),
    )
    .select(paymentColumns)
    .where('created_at', '<', times.madeBefore)
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', pause)]))
    .orderBy('checked_at', (by) => by.asc().nullsFirst())
    .orderBy('id')
    .limit(maxAtOnce)
    .execute();
}

/**
 * Lists payments that were paid after `paidAfter` and last checked before `checkedBefore`. The payment itself counts as
 * the first check.
 */
export function listPaidToCheck(
  db: Db,
  times: { paidAfter: Date; checkedBefore: Date },
): Promise<PaymentRow[]> {
  const seen = sql<Date>`coalesce(checked_at, paid_at)`;
  return selectPayments(db)
    .where('status', '=', 'paid')
    .where('paid_at', '>', times.paidAfter)
    .where(seen, '<', times.checkedBefore)
    .orderBy(seen)
    .limit(maxAtOnce)
    .execute();
}

/**
 * Lists ids (above `after`) of paid payments of cancelled events. Leaves out payments whose dispute blocks refunds,
 * because the bank decides about their money.
 */
export async function listPaidForCancelled(db: Db, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('events', 'events.id', 'payments.event_id')
    .select('payments.id')
    .where('events.status', '=', 'cancelled')
    .where('payments.status', '=', 'paid')
    .where('payments.is_refund_blocked', '=', false)
    .where('payments.id', '>', after)
    .orderBy('payments.id')
    .limit(maxAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lists starting and open payments (with ids above `after`) whose event or order was cancelled, or whose event or user
 * was deleted. Payments for cancelled orders of the older API are left out, because their buyer may place the same
 * order again.
 */
export function listPaymentsToEnd(db: Db, after: number): Promise<PaymentRow[]> {
  return selectPayments(db)
    .where('status', 'in', ['starting', 'open'])
    .where((where) =>
      where.or([
        where('order_id', 'is', null),
        where('event_id', 'in', (nested) =>
          nested.selectFrom('events').select('events.id').where('events.status', '=', 'cancelled'),
        ),
        where.exists((nested) =>
          nested
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.id', '=', 'payments.order_id')
            .where('orders.status', '=', 'cancelled')
            .where((order) =>
              order.or([order('orders.is_single', '=', false), order('orders.user_id', 'is', null)]),
            ),
        ),
      ]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(maxAtOnce)
    .execute();
}

/**
 * Lists ids (above `after`) of holds for cancelled events. Holds with a starting or open payment are left out, because
 * their payment must end first.
 */
export async function listHoldsOfCancelled(db: Db, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .select('orders.id')
    .where('events.status', '=', 'cancelled')
    .where('orders.status', '=', 'held')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.status', 'in', ['starting', 'open']),
        ),
      ),
    )
    .where('orders.id', '>', after)
    .orderBy('orders.id')
    .limit(maxAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}
