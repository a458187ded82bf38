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
  /** Whether the team gives the tickets away, which it may do until the event ends. */
  gives?: boolean;
}

type PlacesRefusal = 'no_places' | 'promo_code_used_up' | 'too_many_for_buyer';

/**
 * Takes places, or throws the reason why that is impossible. The database function locks the ticket types and the
 * event, so that callers never take too many places together. Call this last in a transaction, because the locks stay
 * until the commit.
 */
export async function takePlaces(tx: Tx, places: PlacesOfOrder): Promise<void> {
  const refusal = await tryTakePlaces(tx, places);
  if (refusal === null) return;
  if (refusal !== 'no_places') throw new ApiError(refusal);
  const { eventId, now, gives } = places;
  const event = await tx
    .selectFrom('events')
    .select(['status', 'start_time', 'end_time', 'max_attendees', 'seats_taken'])
    .where('id', '=', eventId)
    .executeTakeFirst();
  if (!event) throw new ApiError('event_not_found');
  throw new ApiError(findSeatRefusal(event, now, { gives }) ?? 'event_sold_out');
}

/**
 * Takes the places and one use of the order's promo code, and counts the tickets towards the buyer's limits. If any of
 * this is impossible, changes nothing and returns the reason.
 */
export async function tryTakePlaces(
  tx: Tx,
  { eventId, orderId, wanted, now, gives = false }: PlacesOfOrder,
): Promise<PlacesRefusal | null> {
  const types = wanted.map(({ typeId }) => typeId);
  const counts = wanted.map(({ count }) => count);
  const { rows } = await sql<{ refusal: PlacesRefusal | null }>`
    select take_places(
      ${eventId}, ${types}::bigint[], ${counts}::integer[], ${now}, ${orderId}, ${gives}
    ) as refusal`.execute(tx);
  return rows[0] ? rows[0].refusal : 'no_places';
}

/**
 * Frees the places of tickets that have ended, and subtracts the tickets from the buyer's count. When all tickets of
 * the order have ended, also gives back the use of its promo code.
 */
export async function releasePlaces(tx: Tx, ticketIds: readonly number[]): Promise<void> {
  if (ticketIds.length > 0) await sql`select release_places(${ticketIds}::bigint[])`.execute(tx);
}
