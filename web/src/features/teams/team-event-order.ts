import type { FoyerEvent } from '../events/events.api.ts';

/** What is still to come or running, soonest first, and what is over, latest first. */
export function splitByTime<T extends Pick<FoyerEvent, 'is_past' | 'start_time'>>(events: readonly T[]) {
  const bySoonest = events.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  return {
    coming: bySoonest.filter((event) => !event.is_past),
    past: bySoonest.filter((event) => event.is_past).toReversed(),
  };
}
