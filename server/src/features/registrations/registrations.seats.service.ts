import type { Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import type { EventRow } from '../events/events.queries.ts';
import { findSeatRefusal } from '../events/events.rules.ts';
import { findRegistrationOf } from './registrations.queries.ts';

/**
 * Tells whoever has no seat at once that none is left. It decides nothing: of those whom it lets through `takeSeat`
 * does, but once a rush is over nobody waits for locks and writes that are rolled back.
 */
export async function assertSeatInSight(tx: Tx, event: EventRow, userId: number, now: Date): Promise<void> {
  if (findSeatRefusal(event, now) !== 'event_sold_out') return;
  const registration = await findRegistrationOf(tx, event.id, userId);
  if (registration?.status !== 'registered') throw new ApiError('event_sold_out');
}
