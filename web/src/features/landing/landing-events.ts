import type { FoyerEvent } from '../events/events.api.ts';
import { pickShown } from '../events/shown-event.ts';

interface FoundEvents {
  first: FoyerEvent[];
  weekend: FoyerEvent[];
  free: FoyerEvent[];
  newest: FoyerEvent[];
}

const perSection = { featured: 3, row: 4, wall: 3 };

/** The dates of a weekly event for a year, of which only one is shown as new. */
const longSeries = 52;

/** As many events as a section may need when the sections before it have taken all that they share. */
export const wantedEvents = {
  first: perSection.featured,
  weekend: perSection.featured + perSection.row,
  free: perSection.featured + 2 * perSection.row,
  newest: perSection.featured + 3 * perSection.row + perSection.wall + longSeries,
};

/** Shares the events out among the sections of the landing page, so that none is shown twice. */
export function shareOutEvents({ first, weekend, free, newest }: FoundEvents) {
  const taken = new Set<number>();
  const take = (events: FoyerEvent[], count: number) => {
    const chosen = events.filter(({ id }) => !taken.has(id)).slice(0, count);
    for (const { id } of chosen) taken.add(id);
    return chosen;
  };
  const featured = take(first, perSection.featured);
  const singles = pickOnePerSeries(newest);
  const rows = {
    weekend: take(weekend, perSection.row).map(pickShown),
    free: take(free, perSection.row).map(pickShown),
    newest: take(singles, perSection.row).map(pickShown),
  };
  const others = take(singles, perSection.wall).map(pickShown);
  // A site with few events shows its first ones twice rather than an empty wall.
  return { featured, ...rows, wall: others.length === perSection.wall ? others : featured.map(pickShown) };
}

/**
 * Returns only the soonest event of each series, in the place of its first one in the list. Lists do not tell which events
 * are of a series; they have the same team and title.
 */
function pickOnePerSeries(events: readonly FoyerEvent[]): FoyerEvent[] {
  const picked = new Map<string, FoyerEvent>();
  for (const event of events) {
    const key = `${event.team_id} ${event.title}`;
    const other = picked.get(key);
    if (!other || event.start_time < other.start_time) picked.set(key, event);
  }
  return [...picked.values()];
}
