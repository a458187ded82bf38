import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { selectPayments, type PaymentRow } from '../payments.queries.ts';

interface Times {
  now: Date;
  /** Payments made after this time are left out: the request that made them may still be working on them. */
  madeBefore: Date;
  checkedBefore: Date;
  expiredAfter: Date;
}

const maxAtOnce = 200;

/**
 * Payments to compare with the provider, those unchecked for longest first: payments under way that were made before
 * `madeBefore`, refunds that are not confirmed, and payments that expired after `expiredAfter` and were last checked
 * before `checkedBefore`. A refund that keeps failing is checked after longer and longer pauses, up to a day. A payment
 * that was checked at `now` is not listed again, so the caller can ask for page after page.
 */
export function listPaymentsToCheck(db: Db, times: Times): Promise<PaymentRow[]> {
  const pause = sql<Date>`${times.now}::timestamptz - least(power(2, refund_attempts), 1440) * interval '1 minute'`;
  return selectPayments(db)
    .where((where) =>
      where.or([
        where('status', 'in', ['starting', 'open'])
          .and('created_at', '<', times.madeBefore)
          .and(where.or([where('checked_at', 'is', null), where('checked_at', '<', times.now)])),
        where('status', '=', 'refund_pending')
          .and('created_at', '<', times.madeBefore)
          .and(where.or([where('checked_at', 'is', null), where('checked_at', '<', pause)])),
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
 * Payments that were paid after `paidAfter` and not checked since `checkedBefore`. Being paid counts as the first
 * check.
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
 * Ids (above `after`) of paid payments of cancelled events. Disputed payments are left out, because the bank decides
 * about them.
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

/** Payments under way (with ids above `after`) whose event was cancelled, or whose event or user was deleted. */
export function listPaymentsToEnd(db: Db, after: number): Promise<PaymentRow[]> {
  return selectPayments(db)
    .where('status', 'in', ['starting', 'open'])
    .where((where) =>
      where.or([
        where('registration_id', 'is', null),
        where('event_id', 'in', (nested) =>
          nested.selectFrom('events').select('events.id').where('events.status', '=', 'cancelled'),
        ),
      ]),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(maxAtOnce)
    .execute();
}

/** Ids (above `after`) of holds for cancelled events. Holds with a payment under way are left out. */
export async function listHoldsOfCancelled(db: Db, after: number): Promise<number[]> {
  const rows = await db
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .select('registrations.id')
    .where('events.status', '=', 'cancelled')
    .where('registrations.hold_expires_at', 'is not', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.registration_id', '=', 'registrations.id')
            .where('payments.status', 'in', ['starting', 'open']),
        ),
      ),
    )
    .where('registrations.id', '>', after)
    .orderBy('registrations.id')
    .limit(maxAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}
