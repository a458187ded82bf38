import { ApiError } from '../../http/errors.ts';
import { findSeatRefusal, type Seats } from '../events/events.rules.ts';

/**
 * Refuses a new buyer at once when the event is sold out, so that late buyers do not wait for locks. Does not refuse a
 * buyer with a registration, because the buyer's own hold may have ended meanwhile and freed a seat.
 */
export function assertSeatLeft(event: Seats, registration: object | undefined, now: Date): void {
  if (registration === undefined && findSeatRefusal(event, now) === 'event_sold_out')
    throw new ApiError('event_sold_out');
}

export function computeHoldEnd(now: Date, holdMinutes: number): Date {
  return new Date(now.getTime() + holdMinutes * 60_000);
}

const dayMs = 24 * 3600 * 1000;

/**
 * Returns until when the buyer can cancel the paid tickets of an order, or null if the event did not allow this when
 * the order was placed. The time moves with the event.
 */
export function computeCancelUntil(order: { start_time: Date; refund_days: number | null }): Date | null {
  return order.refund_days === null ? null : new Date(order.start_time.getTime() - order.refund_days * dayMs);
}
