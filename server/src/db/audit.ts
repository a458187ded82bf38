import type { AuditAction, AuditDetails } from '@foyer/contract/admin.ts';
import { sql } from 'kysely';
import type { Tx } from './connect.ts';
import type { Tables } from './tables.ts';

/** The signed-in user who acted. Only the id is recorded, so that the audit keeps no name of a deleted user. */
interface Person {
  id: number;
}

/** An actor that is not a user. */
type Machine = NonNullable<Tables['audit_entries']['machine']>;

export interface AuditEntry {
  by: Person | Machine;
  /** What was done. The first word names the kind of object. */
  action: AuditAction;
  objectId: number;
  eventId: number | null;
  /** Short details of the action. They name people only by their ids. Amounts are in pence, and their keys end in `_pence`. */
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
      machine: isPerson ? null : by,
      action,
      object_type: action.slice(0, action.indexOf('.')),
      object_id: entry.objectId,
      event_id: entry.eventId,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}

interface Forgotten {
  id: number;
  username: string;
  email: string;
}

/**
 * Removes the name and the address of a user from the notes that people typed. The name may also be an everyday word, so
 * only notes by the user, about the user's tickets and payments, or with the user's address are changed.
 */
export async function removeNamesFromNotes(tx: Tx, { id, username, email }: Forgotten): Promise<void> {
  const names = [email, username].map((name) => name.replaceAll(/\W/g, String.raw`\$&`)).join('|');
  // Only whole words, so that the name of a user who is called "art" stays in "start".
  const pattern = String.raw`(?<![\w.-])(${names})(?![\w-])`;
  await tx
    .updateTable('audit_entries')
    .set({
      details: sql`jsonb_set(details, '{note}', to_jsonb(regexp_replace(details ->> 'note', ${pattern}, 'deleted user', 'gi')))`,
    })
    .where(sql<boolean>`details ? 'note'`)
    .where((where) =>
      where.or([
        where('actor_id', '=', id),
        sql<boolean>`details ->> 'user_id' = ${String(id)}`,
        sql<boolean>`position(${email.toLowerCase()} in lower(details ->> 'note')) > 0`,
        where.and([
          where('object_type', '=', 'payment'),
          where('object_id', 'in', (from) =>
            from.selectFrom('payments').select('id').where('user_id', '=', id),
          ),
        ]),
      ]),
    )
    .execute();
}
