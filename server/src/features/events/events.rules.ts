import type { ErrorCode } from '@foyer/contract/errors.ts';
import type { EventStatus } from '../../db/tables.ts';
import { ApiError } from '../../http/errors.ts';

/** Text as it is searched: without case and accents. */
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

/** Why no seat can be taken now, null when one can. The words for what `takeSeat` decides. */
export function findSeatRefusal(event: Seats, now: Date): SeatRefusal | null {
  if (event.status !== 'published') return 'event_not_published';
  if (event.end_time <= now) return 'event_ended';
  if (event.start_time <= now) return 'event_started';
  if (event.max_attendees !== null && event.seats_taken >= event.max_attendees) return 'event_sold_out';
  return null;
}

/** Whoever holds a seat may go on when all others are taken, but nobody does where nothing is on sale. */
export function assertOnSale(event: Seats, now: Date): void {
  const refusal = findSeatRefusal(event, now);
  if (refusal && refusal !== 'event_sold_out') throw new ApiError(refusal);
}

export function countRemaining(event: Pick<Seats, 'max_attendees' | 'seats_taken'>): number | null {
  return event.max_attendees === null ? null : Math.max(0, event.max_attendees - event.seats_taken);
}

/** Free is a price of nothing, whether it says 0 or says no price. */
export function isFree(event: { price_pence: number | null }): event is { price_pence: 0 | null } {
  return !event.price_pence;
}

/** What attendees plan with. */
export interface Plan {
  start_time: Date;
  end_time: Date;
  location: string | null;
  isCancelled: boolean;
}

/** What is new to somebody who was told that other plan, null when nothing is. */
export function findNews(told: Plan, now: Plan): 'cancelled' | 'on_again' | 'changed' | null {
  if (told.isCancelled !== now.isCancelled) return now.isCancelled ? 'cancelled' : 'on_again';
  if (now.isCancelled) return null;
  const isSame =
    told.start_time.getTime() === now.start_time.getTime() &&
    told.end_time.getTime() === now.end_time.getTime() &&
    told.location === now.location;
  return isSame ? null : 'changed';
}
