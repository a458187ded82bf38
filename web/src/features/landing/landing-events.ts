import type { FoyerEvent } from '../events/events.api.ts';
import { pickShown } from '../events/shown-event.ts';

interface FoundEvents {
  first: FoyerEvent[];
  weekend: FoyerEvent[];
  free: FoyerEvent[];
  newest: FoyerEvent[];
}

const perSection = { featured: 3, row: 4, wall: 3 };

/** As many events as a section may need when the sections before it have taken all that they share. */
export const wantedEvents = {
  first: perSection.featured,
  weekend: perSection.featured + perSection.row,
  free: perSection.featured + 2 * perSection.row,
  newest: perSection.featured + 3 * perSection.row + perSection.wall,
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
  const rows = {
    weekend: take(weekend, perSection.row).map(pickShown),
    free: take(free, perSection.row).map(pickShown),
    newest: take(newest, perSection.row).map(pickShown),
  };
  const others = take(newest, perSection.wall).map(pickShown);
  // A site with few events shows its first ones twice rather than an empty wall.
  return { featured, ...rows, wall: others.length === perSection.wall ? others : featured.map(pickShown) };
}
