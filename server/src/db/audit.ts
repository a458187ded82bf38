import type { AuditAction, AuditDetails } from '@foyer/contract/admin.ts';
import type { Tx } from './connect.ts';

/** The signed-in user who acted. */
interface Person {
  id: number;
  username: string;
}

/** An actor that is not a user. Usernames contain no spaces, so no user can have one of these names. */
type Machine = 'Foyer itself' | 'the payment provider' | 'the operator';

export interface AuditEntry {
  by: Person | Machine;
  /** What was done. The first word names the kind of object. */
  action: AuditAction;
  objectId: number;
  eventId: number | null;
  /** Short details of the action. Amounts are in pence, and their keys end in `_pence`. */
  details?: AuditDetails;
}

/**
 * Records a change in the transaction that makes it, so that an entry exists exactly when the change happened.
 * Automatic consequences, such as the seat that a refund frees, get no entry. Call this before the transaction locks an
 * event: the entry locks the actor's row in `users`, and deleting a user locks that row first and then the events.
 */
export async function recordAudit(tx: Tx, at: Date, entry: AuditEntry): Promise<void> {
  const { by, action } = entry;
  const isPerson = typeof by === 'object';
  await tx
    .insertInto('audit_entries')
    .values({
      happened_at: at,
      actor_id: isPerson ? by.id : null,
      actor_name: isPerson ? by.username : by,
      action,
      object_type: action.slice(0, action.indexOf('.')),
      object_id: entry.objectId,
      event_id: entry.eventId,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
