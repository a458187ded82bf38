import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import { findSeatRefusal } from './events.rules.ts';

/**
 * Takes one seat, or throws an error that says why there is none. A single conditional update takes it, so simultaneous
 * callers never take more seats than there are. Make it the last write of a transaction, because the event stays locked
 * until the commit.
 */
export async function takeSeat(tx: Tx, eventId: number, now: Date): Promise<void> {
  if (await tryTakeSeat(tx, eventId, now)) return;
  const event = await tx
    .selectFrom('events')
    .select(['status', 'start_time', 'end_time', 'max_attendees', 'seats_taken'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (!event) throw new ApiError('event_not_found');
  throw new ApiError(findSeatRefusal(event, now) ?? 'event_sold_out');
}

/** Takes one seat if the event is on sale and has a seat left; returns whether it took one. */
export async function tryTakeSeat(tx: Tx, eventId: number, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('events')
    .set({ seats_taken: sql`seats_taken + 1` })
    .where('id', '=', eventId)
    .where('status', '=', 'published')
    .where('start_time', '>', now)
    .where((where) =>
      where.or([where('max_attendees', 'is', null), where('seats_taken', '<', where.ref('max_attendees'))]),
    )
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives one seat back, whatever the status of the event. */
export async function releaseSeat(tx: Tx, eventId: number): Promise<void> {
  await tx
    .updateTable('events')
    .set({ seats_taken: sql`seats_taken - 1` })
    .where('id', '=', eventId)
    .execute();
}

/**
 * Gives back one seat for each event id in the list. Locks the events in the order of their ids, so that two callers
 * cannot deadlock.
 */
export async function releaseSeats(tx: Tx, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`
    with given_back as (
      select id, count(*) as seats from unnest(${eventIds}::bigint[]) as id group by id
    ), locked as (
      select id from events where id in (select id from given_back) order by id for update
    )
    update events set seats_taken = seats_taken - given_back.seats
    from given_back
    where events.id = given_back.id and events.id in (select id from locked)`.execute(tx);
}
