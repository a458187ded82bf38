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

/** A day, counted from today, and a local time of the demo town. */
export interface DemoTime {
  days: number;
  time: string;
}

export interface DemoType {
  name: string;
  description?: string;
  pricePence: number;
  /** The highest number of tickets of this type. Without it, only the event's capacity limits the tickets. */
  quantity?: number;
  /** How many tickets are sold, also those that are refunded later. */
  sold: number;
  minPerOrder?: number;
  maxPerOrder?: number;
  maxPerBuyer?: number;
  isHidden?: boolean;
  /** When sales of this type end. By default, sales end when the event starts. */
  salesEnd?: DemoTime;
}

interface CodeTerms {
  code: string;
  /** The names of the ticket types that the code is for. Without them, the code is for all types. */
  types?: readonly string[];
  maxUses?: number;
  maxPerBuyer?: number;
  endsIn?: DemoTime;
  isForAllEvents?: boolean;
}

/** `usedBy` is the number of orders with the discount. All orders of a hidden type use the code that unlocks it. */
export type DemoCode = CodeTerms &
  (
    | { kind: 'percent'; percent: number; usedBy: number }
    | { kind: 'amount'; amountPence: number; usedBy: number }
    | { kind: 'unlock' }
  );

export type DemoEvent = {
  title: string;
  /** The text has an empty line between paragraphs. */
  description: string;
  location: string;
  category: DemoCategory;
  team: string;
  /** The username of a team_admin or event_manager of the event's team. */
  createdBy: string;
  ticketTypes: readonly DemoType[];
  promoCodes?: readonly DemoCode[];
  /** Buyers can cancel paid tickets until this many days before the start. Without this number, they cannot. */
  refundDays?: number;
  startsIn: DemoTime;
  durationMinutes: number;
  /** The event happens again so many weeks later. `sold` counts the tickets of its only ticket type. */
  repeats?: readonly { weeks: number; sold: number }[];
  /** The highest number of attendees, or null for no limit. */
  maxAttendees: number | null;
  /** The username of the team member who checked people in. Only past events have a doorkeeper. */
  doorkeeper?: string;
  /** The names of links for volunteers. At past events, they have checked in some people. */
  doorLinks?: readonly string[];
  status: 'draft' | 'published' | 'cancelled';
  isPublic: boolean;
  eventType: 'workshop' | 'conference' | 'meetup' | 'webinar' | 'other' | null;
  poster: PosterSpec;
  doorsMinutes?: number;
  ageLimit?: number;
  lineUp?: string;
  accessibility?: string;
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

/**
 * The only ticket type of an event with a single price. Its name is the one that the server gives. With 0 pence, the
 * event is free.
 */
export function oneType(pricePence: number, sold: number): readonly DemoType[] {
  return [{ name: 'General admission', pricePence, sold }];
}

/** The later events of a series. Other people go to each of them. */
export function listRepeats({ repeats = [], ...event }: DemoEvent): DemoEvent[] {
  return repeats.map(({ weeks, sold }) => ({
    ...event,
    startsIn: { ...event.startsIn, days: event.startsIn.days + 7 * weeks },
    ticketTypes: event.ticketTypes.map((type) => ({ ...type, sold })),
    poster: { ...event.poster, seed: event.poster.seed + 100 * weeks },
  }));
}

/** Joins the wrapped lines of each paragraph. An empty line separates paragraphs. */
export function prose(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n\n');
}
