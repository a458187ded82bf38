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
  /** The text has an empty line between paragraphs. */
  description: string;
  location: string;
  category: DemoCategory;
  team: string;
  /** The username of a team_admin or event_manager of the event's team. */
  createdBy: string;
  /** The price in whole pence. The event is free with null or 0. */
  pricePence: number | null;
  /** When the event starts: how many days from today, and at which local time of the demo town. */
  startsIn: { days: number; time: string };
  durationMinutes: number;
  /** The highest number of attendees, or null for no limit. */
  maxAttendees: number | null;
  /** This many of the townspeople in world-people.ts have a ticket. */
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

export const onSale = { status: 'published', isPublic: true } as const;

/** Joins the wrapped lines of each paragraph. An empty line separates paragraphs. */
export function prose(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n\n');
}
