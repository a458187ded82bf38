import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import { findSeatRefusal } from './events.rules.ts';

export interface WantedPlaces {
  typeId: number;
  count: number;
}

/** The caller has locked the order, or created it in the same transaction. */
interface PlacesOfOrder {
  eventId: number;
  orderId: number;
  wanted: readonly WantedPlaces[];
  now: Date;
}

type PlacesRefusal = 'no_places' | 'promo_code_used_up' | 'too_many_for_buyer';

/**
 * Takes places, or throws an error with the reason why they cannot be taken. The database function locks the ticket
 * types and the event, so callers at the same moment never take too many places. Call this last in a transaction,
 * because the locks stay until the commit.
 */
export async function takePlaces(tx: Tx, places: PlacesOfOrder): Promise<void> {
  const refusal = await tryTakePlaces(tx, places);
  if (refusal === null) return;
  if (refusal !== 'no_places') throw new ApiError(refusal);
  const { eventId, now } = places;
  const event = await tx
    .selectFrom('events')
    .select(['status', 'start_time', 'end_time', 'max_attendees', 'seats_taken'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (!event) throw new ApiError('event_not_found');
  throw new ApiError(findSeatRefusal(event, now) ?? 'event_sold_out');
}

/**
 * Takes all wanted places, one use of the order's promo code, and the tickets that the buyer's limits allow, or nothing
 * of all this. Returns null, or the reason why nothing was taken.
 */
export async function tryTakePlaces(
  tx: Tx,
  { eventId, orderId, wanted, now }: PlacesOfOrder,
): Promise<PlacesRefusal | null> {
  const types = wanted.map(({ typeId }) => typeId);
  const counts = wanted.map(({ count }) => count);
  const { rows } = await sql<{ refusal: PlacesRefusal | null }>`
    select take_places(${eventId}, ${types}::bigint[], ${counts}::integer[], ${now}, ${orderId}) as refusal`.execute(
    tx,
  );
  return rows[0] ? rows[0].refusal : 'no_places';
}

/**
 * Gives back what the tickets in the list took: their places and the buyer's count of tickets. If no ticket of an order
 * is live any more, also gives back the use of the order's promo code. The status of the event does not matter. The
 * tickets must have ended.
 */
export async function releasePlaces(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length > 0) await sql`select release_places(${ticketIds}::bigint[])`.execute(tx);
}
