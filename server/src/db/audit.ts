import type { AuditAction, AuditDetails } from '@foyer/contract/admin.ts';
import type { Tx } from './connect.ts';

/** Whoever signed in and did it. */
interface Person {
  id: number;
  username: string;
}

/** What nobody signed in did. With its space no username is the same. */
type Machine = 'Foyer itself' | 'the payment provider';

export interface AuditEntry {
  by: Person | Machine;
  /** What was done, to the object that the first word names. */
  action: AuditAction;
  objectId: number;
  eventId: number | null;
  /** Small facts; amounts in pence, as their names say. */
  details?: AuditDetails;
}

/**
 * Notes a transition in the transaction that makes it, so that there is an entry exactly when it happened. One entry
 * stands for all that follows from it by rule, such as the seat that a refund frees. It refers to the actor, whose
 * row it locks weakly: write it before an event's row is locked, as everything else that locks.
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
