import type { Tx } from '../../db/connect.ts';
import type { EventRow } from '../events/events.queries.ts';
import { findSeatRefusal } from '../events/events.rules.ts';
import { findRegistrationOf } from './registrations.queries.ts';
import { assertSeatLeft } from './registrations.rules.ts';

/** `assertSeatLeft` for a caller who has not read the registration: most events have seats and need no query. */
export async function assertSeatLeftFor(tx: Tx, event: EventRow, userId: number, now: Date): Promise<void> {
  if (findSeatRefusal(event, now) !== 'event_sold_out') return;
  assertSeatLeft(event, await findRegistrationOf(tx, event.id, userId), now);
}
