import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from '@foyer/contract/errors.ts';
import type { EventStatus } from '../../db/tables.ts';
import { ApiError } from '../../http/errors.ts';

/** Prepares text for searching: changes the text to lower case and removes accents. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

export function makeSearchText(event: {
  title: string;
  description?: string | null;
  location?: string | null;
}) {
  return foldText([event.title, event.location, event.description].filter(Boolean).join('\n'));
}

export interface Seats {
  status: EventStatus;
  start_time: Date;
  end_time: Date;
  max_attendees: number | null;
  seats_taken: number;
}

export type SeatRefusal = Extract<
  ErrorCode,
  'event_sold_out' | 'event_not_published' | 'event_started' | 'event_ended'
>;

interface Taking {
  /** Whether the team gives the seat away, which it may do until the event ends. Buyers come too late at the start. */
  gives?: boolean;
}

/**
 * Finds the reason why nobody can take a seat now. Returns null if somebody can. The SQL function that takes seats
 * applies the same conditions.
 */
export function findSeatRefusal(event: Seats, now: Date, { gives = false }: Taking = {}): SeatRefusal | null {
  if (event.status !== 'published') return 'event_not_published';
  if (event.end_time <= now) return 'event_ended';
  if (event.start_time <= now && !gives) return 'event_started';
  if (event.max_attendees !== null && event.seats_taken >= event.max_attendees) return 'event_sold_out';
  return null;
}

/**
 * Throws unless the event is on sale. A sold-out event counts as on sale, because a buyer with a hold can still pay.
 */
export function assertOnSale(event: Seats, now: Date, taking?: Taking): void {
  const refusal = findSeatRefusal(event, now, taking);
  if (refusal && refusal !== 'event_sold_out') throw new ApiError(refusal);
}

/**
 * Returns how many places are left in the event or in its ticket types, whichever number is smaller. Returns null if
 * neither has a limit.
 */
export function countRemaining(
  event: Pick<Seats, 'max_attendees' | 'seats_taken'> & { types_left: number | null },
): number | null {
  const { max_attendees, seats_taken, types_left } = event;
  const ofEvent = max_attendees === null ? null : Math.max(0, max_attendees - seats_taken);
  if (ofEvent === null || types_left === null) return ofEvent ?? types_left;
  return Math.min(ofEvent, types_left);
}

/** The facts about an event that matter to attendees. Attendees are told of every change to these facts. */
export interface Plan {
  start_time: Date;
  end_time: Date;
  location: string | null;
  isCancelled: boolean;
}

/** Compares the plan that an attendee was last told with the present plan. Returns null if nothing changed. */
export function findNews(told: Plan, now: Plan): 'cancelled' | 'on_again' | 'changed' | null {
  if (told.isCancelled !== now.isCancelled) return now.isCancelled ? 'cancelled' : 'on_again';
  if (now.isCancelled) return null;
  const isSame =
    told.start_time.getTime() === now.start_time.getTime() &&
    told.end_time.getTime() === now.end_time.getTime() &&
    told.location === now.location;
  return isSame ? null : 'changed';
}

/** 128 random bits, in characters that need no escaping in a web address. */
export function makePrivateKey(): string {
  return randomBytes(16).toString('base64url');
}

/** Returns a new key for an event that becomes private. Links with an earlier key must not work again. */
export function choosePrivateKey(isPublic: boolean | undefined, before: { is_public: boolean }) {
  if (isPublic === undefined || isPublic === before.is_public) return {};
  return { private_key: isPublic ? null : makePrivateKey() };
}

/**
 * Whether `given` is the key of a private event. Every wrong key takes equally long, so that nobody can guess the key
 * by measuring time. The hashes are compared, because `timingSafeEqual` needs equal lengths.
 */
export function isKey(given: string | undefined, key: string | null): boolean {
  if (given === undefined || key === null) return false;
  const [one, other] = [given, key].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
