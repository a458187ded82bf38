import { ApiError } from '../../http/errors.ts';
import { findSeatRefusal, type Seats } from '../events/events.rules.ts';

/**
 * Refuses a new buyer at once when the event is sold out. `takeSeat` makes the real decision later; this spares
 * everybody who comes too late in a rush the wait for locks and the writes that are rolled back. For a buyer with an
 * earlier registration only `takeSeat` decides: their own hold may have ended after the event was read.
 */
export function assertSeatLeft(event: Seats, registration: object | undefined, now: Date): void {
  if (registration === undefined && findSeatRefusal(event, now) === 'event_sold_out')
    throw new ApiError('event_sold_out');
}

/** When a hold that starts now ends, if no payment extends it. */
export function computeHoldEnd(now: Date, holdMinutes: number): Date {
  return new Date(now.getTime() + holdMinutes * 60_000);
}
