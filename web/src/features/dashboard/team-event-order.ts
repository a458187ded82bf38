import type { FoyerEvent } from '../events/events.api.ts';

/**
 * Counts the events that are on sale: published and not started yet.
 * @param now milliseconds since 1970
 */
export function countOnSale(
  events: readonly Pick<FoyerEvent, 'status' | 'start_time'>[],
  now: number,
): number {
  return events.filter(({ status, start_time }) => status === 'published' && Date.parse(start_time) > now)
    .length;
}

/** Splits events into two lists: upcoming and running events, soonest first, and past events, latest first. */
export function splitByTime<T extends Pick<FoyerEvent, 'is_past' | 'start_time'>>(events: readonly T[]) {
  const bySoonest = events.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  return {
    coming: bySoonest.filter((event) => !event.is_past),
    past: bySoonest.filter((event) => event.is_past).toReversed(),
  };
}
