import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { selectPayments, type PaymentRow } from './payments.queries.ts';

interface Times {
  now: Date;
  /** Younger ones are being settled by whoever made them. */
  madeBefore: Date;
  checkedBefore: Date;
  expiredAfter: Date;
}

const mostAtOnce = 200;

/**
 * Payments to hold against the provider, the longest unchecked first: those under way since `madeBefore`, refunds
 * that were not confirmed, and those that ran out unpaid since `expiredAfter`, each once since `checkedBefore`.
 * A refund that failed again and again is looked at after ever longer pauses, of a day at most. What was checked at
 * `now` is not listed again, so that page follows on page.
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
    .limit(mostAtOnce)
    .execute();
}

/** Payments that were paid since `paidAfter`, and neither then nor since checked after `checkedBefore`. */
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
    .limit(mostAtOnce)
    .execute();
}

/** Ids, above `after`, of payments for cancelled events whose money is to go back. What a dispute has taken is in other hands. */
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
    .limit(mostAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}

/** Payments under way, their ids above `after`, that nobody needs to make: of a cancelled event, or of what is gone. */
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
    .limit(mostAtOnce)
    .execute();
}

/** Ids, above `after`, of holds for cancelled events that nobody is paying for. */
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
    .limit(mostAtOnce)
    .execute();
  return rows.map(({ id }) => id);
}
