import type { AuditAction, AuditDetails } from '@foyer/contract/admin.ts';
import { sql } from 'kysely';
import type { Tx } from './connect.ts';
import type { Tables } from './tables.ts';

/** The signed-in user who acted. The audit records only the id, so that no name of a deleted user remains. */
interface Person {
  id: number;
}

type Machine = NonNullable<Tables['audit_entries']['machine']>;

/** A link for volunteers, who have no account. */
interface DoorLink {
  linkName: string;
}

/** Who acts, except volunteers, who only check in tickets. */
export type Author = Person | Machine;

export interface AuditEntry {
  by: Author | DoorLink;
  /** The first word names the kind of object. */
  action: AuditAction;
  objectId: number;
  eventId: number | null;
  /**
   * Short details of the action. The details name people only by their ids. Amounts are in pence, and the keys of
   * amounts end in `_pence`.
   */
  details?: AuditDetails;
}

/**
 * Records a change in the transaction that makes the change. Automatic consequences, such as the place that a refund
 * frees, get no entry. Call this before the transaction locks an event, because the entry locks the actor's row, and
 * the deletion of a user locks users before events.
 */
export function recordAudit(tx: Tx, at: Date, entry: AuditEntry): Promise<void> {
  return recordAudits(tx, at, [entry]);
}

export async function recordAudits(tx: Tx, at: Date, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx
    .insertInto('audit_entries')
    .values(entries.map((entry) => toRow(at, entry)))
    .execute();
}

function toRow(at: Date, { by, action, objectId, eventId, details = {} }: AuditEntry) {
  return {
    happened_at: at,
    actor_id: typeof by === 'object' && 'id' in by ? by.id : null,
    link_name: typeof by === 'object' && 'linkName' in by ? by.linkName : null,
    machine: typeof by === 'object' ? null : by,
    action,
    object_type: action.slice(0, action.indexOf('.')),
    object_id: objectId,
    event_id: eventId,
    details: JSON.stringify(details),
  };
}

export interface Forgotten {
  id: number;
  username: string;
  name: string | null;
  email: string;
}

/**
 * Returns a pattern that matches the user's names only as whole words, so that forgetting a user named "art" does not
 * change the word "start".
 */
export function matchNames({ username, name, email }: Forgotten): string {
  const names = [email, username, ...(name === null ? [] : [name])]
    .map((word) => word.replaceAll(/\W/g, String.raw`\$&`))
    .join('|');
  return String.raw`(?<![\w.-])(${names})(?![\w-])`;
}

/**
 * Removes a user's name and email address from notes by the user, notes about the user's tickets and payments, and
 * notes that contain the email address. Other notes stay, because a username may be an everyday word.
 */
export async function removeNamesFromNotes(tx: Tx, user: Forgotten): Promise<void> {
  const { id, email } = user;
  const pattern = matchNames(user);
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
