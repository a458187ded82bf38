import type { PosterSpec } from '../posters/posters.ts';

export type DemoCategory =
  | 'Conference'
  | 'Workshop'
  | 'Meetup'
  | 'Tech'
  | 'Music'
  | 'Gaming'
  | 'Sports'
  | 'Art'
  | 'Food'
  | 'Business'
  | 'Health'
  | 'Education';

export type DemoEvent = {
  title: string;
  /** Paragraphs with an empty line between them. */
  description: string;
  location: string;
  category: DemoCategory;
  /** A team's name. */
  team: string;
  /** A team_admin or event_manager of that team. */
  createdBy: string;
  /** Whole pence; null or 0 is free. */
  pricePence: number | null;
  /** Local time in the town, and the number of days from today. */
  startsIn: { days: number; time: string };
  durationMinutes: number;
  /** Null for no limit. */
  maxAttendees: number | null;
  /** How many of the townspeople in world-people.ts have a ticket. */
  townspeople: number;
  status: 'draft' | 'published' | 'cancelled';
  isPublic: boolean;
  eventType: 'workshop' | 'conference' | 'meetup' | 'webinar' | 'other' | null;
  poster: PosterSpec;
};

export const venues = {
  square: 'Market Place, Wrenford',
  cornExchange: 'The Corn Exchange, Market Place, Wrenford',
  hall: "St Bride's Hall, Church Row, Wrenford",
  library: 'Wrenford Library, Bridge Street, Wrenford',
  bridge: 'The Old Bridge, Bridge Street, Wrenford',
  maltings: 'The Old Maltings, Quay Lane, Wrenford',
  herons: 'The Three Herons, Quay Lane, Wrenford',
  quay: 'Town Quay, Quay Lane, Wrenford',
  regal: 'The Regal, Station Road, Wrenford',
  college: 'Wrenford College, Hill Road, Wrenford',
  lido: 'The Lido, Meadow Lane, Wrenford',
  pavilion: 'The Pavilion, Meadow Lane, Wrenford',
  garden: "Community Garden, Tanner's Lane, Wrenford",
  castle: 'Castle Meadow, Hill Road, Wrenford',
} as const;

/** The fields that all events on sale share. */
export const onSale = { status: 'published', isPublic: true } as const;

/** Joins the wrapped lines of each paragraph. An empty line separates paragraphs. */
export function prose(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n\n');
}
