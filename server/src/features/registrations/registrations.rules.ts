import type { RegistrationStatus } from '../../db/tables.ts';
import { ApiError } from '../../http/errors.ts';
import { findSeatRefusal, type Seats } from '../events/events.rules.ts';

/**
 * Refuses at once a buyer who has no seat in an event that is sold out. `takeSeat` makes the real decision later; this
 * spares everybody who comes too late in a rush the wait for locks and the writes that are rolled back.
 */
export function assertSeatLeft(
  event: Seats,
  registration: { status: RegistrationStatus } | undefined,
  now: Date,
): void {
  if (registration?.status === 'registered') return;
  if (findSeatRefusal(event, now) === 'event_sold_out') throw new ApiError('event_sold_out');
}

/** When a hold that starts now ends, if no payment extends it. */
export function computeHoldEnd(now: Date, holdMinutes: number): Date {
  return new Date(now.getTime() + holdMinutes * 60_000);
}
