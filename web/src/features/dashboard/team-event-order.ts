import type { FoyerEvent } from '../events/events.api.ts';

/**
 * Events for which tickets can be had: until they start.
 * @param now milliseconds since 1970
 */
export function countOnSale(
  events: readonly Pick<FoyerEvent, 'status' | 'start_time'>[],
  now: number,
): number {
  return events.filter(({ status, start_time }) => status === 'published' && Date.parse(start_time) > now)
    .length;
}

/** What is still to come or running, soonest first, and what is over, latest first. */
export function splitByTime<T extends Pick<FoyerEvent, 'is_past' | 'start_time'>>(events: readonly T[]) {
  const bySoonest = events.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  return {
    coming: bySoonest.filter((event) => !event.is_past),
    past: bySoonest.filter((event) => event.is_past).toReversed(),
  };
}
