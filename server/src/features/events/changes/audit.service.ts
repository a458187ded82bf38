import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Actor } from '../../../http/session.ts';
import type { EventRow } from '../events.queries.ts';

/**
 * Records in the audit log each change of an event that matters for money: a cancellation, the end of a cancellation, a
 * new price, a new rule for cancellations by buyers, a move to another team and, once seats are taken, a new capacity.
 */
export async function recordEventChange(
  tx: Tx,
  actor: Actor,
  { before, after, now }: { before: EventRow; after: EventRow; now: Date },
): Promise<void> {
  const entry = { by: actor, objectId: after.id, eventId: after.id };
  if (after.status === 'cancelled' && before.status !== 'cancelled') {
    const details = { title: after.title };
    await recordAudit(tx, now, { ...entry, action: 'event.cancelled', details });
  }
  if (before.status === 'cancelled' && after.status !== 'cancelled') {
    await recordAudit(tx, now, { ...entry, action: 'event.on_again', details: { title: after.title } });
  }
  if (before.price_pence !== after.price_pence) {
    const details = { from_pence: before.price_pence, to_pence: after.price_pence };
    await recordAudit(tx, now, { ...entry, action: 'event.price_changed', details });
  }
  if (before.refund_days !== after.refund_days) {
    const details = { from_days: before.refund_days, to_days: after.refund_days };
    await recordAudit(tx, now, { ...entry, action: 'event.refund_days_changed', details });
  }
  if (before.team_id !== after.team_id) {
    const details = { from: before.team_id, to: after.team_id };
    await recordAudit(tx, now, { ...entry, action: 'event.moved', details });
  }
  if (before.seats_taken > 0 && after.max_attendees !== before.max_attendees) {
    const details = { from: before.max_attendees, to: after.max_attendees, taken: before.seats_taken };
    await recordAudit(tx, now, { ...entry, action: 'event.capacity_changed', details });
  }
}
