import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import { findSeatRefusal } from './events.rules.ts';

/** How many places of one ticket type are wanted. */
export interface WantedPlaces {
  typeId: number;
  count: number;
}

/**
 * Takes places, or throws an error that says why there are not enough. The database function takes all or none, so
 * simultaneous callers never take more places than there are. Make it the last write of a transaction, because the
 * ticket types and the event stay locked until the commit.
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

/** Takes all wanted places if the event is on sale and they are left; returns whether it took them. */
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

/** Gives back the place of each ticket in the list, whatever the status of its event. The tickets must have ended. */
export async function releasePlaces(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length > 0) await sql`select release_places(${ticketIds}::bigint[])`.execute(tx);
}
