import { ApiError } from '../../http/errors.ts';
import { findSeatRefusal, type Seats } from '../events/events.rules.ts';

/**
 * Refuses a new buyer at once when the event is sold out, so that late buyers need not wait for the locks on the ticket
 * types and the event. A buyer with a registration is not refused here, because the buyer's own hold may have ended
 * after `event` was read, which frees a seat.
 */
export function assertSeatLeft(event: Seats, registration: object | undefined, now: Date): void {
  if (registration === undefined && findSeatRefusal(event, now) === 'event_sold_out')
    throw new ApiError('event_sold_out');
}

/** Returns when a hold that starts now ends, if no payment extends it. */
export function computeHoldEnd(now: Date, holdMinutes: number): Date {
  return new Date(now.getTime() + holdMinutes * 60_000);
}
