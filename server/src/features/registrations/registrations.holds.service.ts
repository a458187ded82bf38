import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

const mostAtOnce = 500;

/**
 * Expires holds whose time is over and that nobody is paying for, and gives their seats back, in one statement for
 * at most 500 of them; says how many there were. Holds that somebody else is at are left to them.
 */
export async function expireIdleHolds(db: Db, now: Date): Promise<number> {
  // Registrations before events, and events in one order, as everywhere. A payment that is started meanwhile either
  // has the registration locked, or has prolonged the hold: the lock reads that again.
  const { rows } = await sql<{ count: number }>`
    with due as (
      select id from registrations
      where hold_expires_at <= ${now}
        and status = 'registered'
        and not exists (
          select from payments
          where payments.registration_id = registrations.id and payments.status in ('starting', 'open')
        )
      order by hold_expires_at
      limit ${mostAtOnce}
      for update skip locked
    ), expired as (
      update registrations set status = 'expired', hold_expires_at = null
      where id in (select id from due)
      returning event_id
    ), seats as (
      select event_id, count(*) as given_back from expired group by event_id
    ), locked as (
      select id from events where id in (select event_id from seats) order by id for update
    ), freed as (
      update events set seats_taken = seats_taken - given_back
      from seats where events.id = seats.event_id and events.id in (select id from locked)
    )
    select count(*)::int as count from expired`.execute(db);
  return rows[0]?.count ?? 0;
}
