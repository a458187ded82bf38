import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import { findSeatRefusal } from './events.rules.ts';

export interface WantedPlaces {
  typeId: number;
  count: number;
}

/**
 * Takes places, or throws an error that says why too few are left. The database function locks the ticket types and the
 * event, so callers at the same moment never take too many places. Call this last in a transaction, because the locks
 * stay until the commit.
 */
export async function takePlaces(
  tx: Tx,
  eventId: number,
  wanted: readonly WantedPlaces[],
  now: Date,
): Promise<void> {
  if (await tryTakePlaces(tx, eventId, wanted, now)) return;
  const event = await tx
    .selectFrom('events')
    .select(['status', 'start_time', 'end_time', 'max_attendees', 'seats_taken'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (!event) throw new ApiError('event_not_found');
  throw new ApiError(findSeatRefusal(event, now) ?? 'event_sold_out');
}

/**
 * Takes all wanted places if the event is on sale and enough places are left. Returns whether the places were taken.
 */
export async function tryTakePlaces(
  tx: Tx,
  eventId: number,
  wanted: readonly WantedPlaces[],
  now: Date,
): Promise<boolean> {
  const types = wanted.map(({ typeId }) => typeId);
  const counts = wanted.map(({ count }) => count);
  const { rows } = await sql<{ taken: boolean }>`
    select take_places(${eventId}, ${types}::bigint[], ${counts}::integer[], ${now}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** Gives back the place of each ticket in the list, whatever the status of the event. The tickets must have ended. */
export async function releasePlaces(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length > 0) await sql`select release_places(${ticketIds}::bigint[])`.execute(tx);
}
