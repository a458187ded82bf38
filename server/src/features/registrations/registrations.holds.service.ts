import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { releaseSeats } from '../events/events.seats.service.ts';

const maxExpiredAtOnce = 500;

/**
 * Expires up to 500 holds whose time is over and that have no payment under way, and gives their seats back. Skips
 * holds that another transaction has locked. Returns the number of expired holds.
 */
export async function expireIdleHoldsPage(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    // A payment may start at this moment. While its transaction has locked the registration, `skip locked` skips the
    // hold. After its commit, `for update` reads the registration again and finds that the hold was extended.
    const { rows } = await sql<{ event_id: number }>`
      with due as (
        select id from registrations
        where hold_expires_at <= ${now}
          and status = 'registered'
          and not exists (
            select from payments
            where payments.registration_id = registrations.id and payments.status in ('starting', 'open')
          )
        order by hold_expires_at
        limit ${maxExpiredAtOnce}
        for update skip locked
      )
      update registrations set status = 'expired', hold_expires_at = null
      where id in (select id from due)
      returning event_id`.execute(tx);
    await releaseSeats(
      tx,
      rows.map(({ event_id }) => event_id),
    );
    return rows.length;
  });
}

export const maxHoldsWarnedAtOnce = 200;

/**
 * Marks the holds that end between the two times as warned. Returns only newly marked holds, so that each buyer is
 * warned once.
 */
export function markHoldsWarned(tx: Tx, after: Date, until: Date) {
  return tx
    .updateTable('registrations')
    .set((set) => ({ warned_hold_of: set.ref('registration_time') }))
    .where('id', 'in', (select) =>
      select
        .selectFrom('registrations')
        .select('id')
        .where('status', '=', 'registered')
        .where('hold_expires_at', '>', after)
        .where('hold_expires_at', '<=', until)
        .where('warned_hold_of', 'is distinct from', (where) => where.ref('registration_time'))
        .orderBy('hold_expires_at')
        .limit(maxHoldsWarnedAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'registration_time'])
    .execute();
}
