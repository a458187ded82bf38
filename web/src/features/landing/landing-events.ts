import type { FoyerEvent } from '../events/events.api.ts';
import { isOwnPicture } from '../../ui/own-picture.ts';
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
  const others = [newest, weekend, free].flatMap((list) => take(list, Infinity));
  return { featured, ...rows, wall: chooseWall(others, featured).map(pickShown) };
}

/**
 * Prefers posters that look different, and pictures before drawn patterns. A site with few events shows its featured
 * events twice rather than an empty wall.
 */
function chooseWall(others: FoyerEvent[], featured: FoyerEvent[]): FoyerEvent[] {
  const looks = new Set<string | null>();
  const rank = (event: FoyerEvent, isTwice: boolean) => {
    // Without a picture that Foyer keeps, an event has the pattern of its category.
    const hasPicture = isOwnPicture(event.event_img_url);
    const look = hasPicture ? event.event_img_url : event.category;
    const isRepeated = looks.has(look);
    looks.add(look);
    return (isRepeated ? 4 : 0) + (isTwice ? 2 : 0) + (hasPicture ? 0 : 1);
  };
  return [
    ...others.map((event) => ({ event, rank: rank(event, false) })),
    ...featured.map((event) => ({ event, rank: rank(event, true) })),
  ]
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, perSection.wall)
    .map(({ event }) => event);
}
