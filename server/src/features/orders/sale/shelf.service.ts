import type { Db } from '../../../db/connect.ts';
import type { Clock } from '../../../deps.ts';
import { getEvent } from '../../events/events.access.service.ts';
import type { EventDetails } from '../../events/events.queries.ts';
import { listOffers, type Offer } from '../../events/types/types.queries.ts';
import type { SaleRefusal } from './sell.service.ts';

export interface OnShelf {
  event: EventDetails;
  offers: readonly Offer[];
}

/** Milliseconds for which the shelf answers with the same data. */
const oldestMs = 1000;

export interface Shelf {
  /** Reads an event and its ticket types, or takes them from memory if somebody has read them a moment ago. */
  find(eventId: number): Promise<OnShelf>;
  read(eventId: number): Promise<OnShelf>;
  /** Remembers why `count` tickets of a type were refused. */
  noteRefusal(eventId: number, typeId: number, count: number, refusal: SaleRefusal): void;
  /** Finds why `count` tickets of the type, or fewer, were refused a moment ago. */
  findRefusal(eventId: number, typeId: number, count: number): SaleRefusal | undefined;
}

interface Kept<T> {
  value: T;
  at: number;
}

/**
 * Remembers for a second what buyers of an event ask for most: the event with its ticket types, and refusals. No sale
 * depends on the shelf, because the database checks prices and places again under its locks.
 */
export function createShelf({ db, clock }: { db: Db; clock: Clock }): Shelf {
  const offers = new Map<number, Kept<Promise<OnShelf>>>();
  const refusals = new Map<number, Map<number, Kept<SaleRefusal> & { count: number }>>();
  const now = () => clock.now().getTime();
  const isFresh = (kept: Kept<unknown> | undefined) => kept !== undefined && now() - kept.at < oldestMs;

  async function readNow(eventId: number): Promise<OnShelf> {
    const event = await getEvent(db, eventId);
    return { event, offers: await listOffers(db, eventId, { withHidden: true }) };
  }

  function read(eventId: number): Promise<OnShelf> {
    // Also remove old entries, so that the map stays small.
    for (const [id, kept] of offers) if (!isFresh(kept)) offers.delete(id);
    const value = readNow(eventId);
    offers.set(eventId, { value, at: now() });
    value.catch(() => offers.delete(eventId));
    return value;
  }

  return {
    read,
    find(eventId) {
      const kept = offers.get(eventId);
      return kept && isFresh(kept) ? kept.value : read(eventId);
    },
    noteRefusal(eventId, typeId, count, value) {
      const ofEvent = refusals.get(eventId) ?? new Map<number, Kept<SaleRefusal> & { count: number }>();
      refusals.set(eventId, ofEvent);
      ofEvent.set(typeId, { value, at: now(), count });
    },
    findRefusal(eventId, typeId, count) {
      const kept = refusals.get(eventId)?.get(typeId);
      if (kept && isFresh(kept)) return count >= kept.count ? kept.value : undefined;
      refusals.delete(eventId);
      return undefined;
    },
  };
}
