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
  /** Paragraphs, an empty line between them. */
  description: string;
  location: string;
  category: DemoCategory;
  /** A team's name. */
  team: string;
  /** A team_admin or event_manager of that team. */
  createdBy: string;
  /** Whole pence; null or 0 is free. */
  pricePence: number | null;
  /** Wall-clock time in the town, so many days from today. */
  startsIn: { days: number; time: string };
  durationMinutes: number;
  /** null for no limit. */
  maxAttendees: number | null;
  /** How many townspeople are registered. */
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

/** What is common to an event on sale: published and public. */
export const onSale = { status: 'published', isPublic: true } as const;

/** Unwraps text that is broken into lines in the source: one line per paragraph, an empty line between. */
export function prose(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n\n');
}
