import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import { hashAddress } from '../../../mail/mail-stops.ts';

interface MailedGift {
  id: number;
  status: string;
  attendee_email: string | null;
  transferred_at: Date | null;
}

/**
 * Composes the name under which `sendOnce` remembers the mail with a ticket. A new attendee, a transfer or a request
 * for a copy changes the name, so that the mail is sent again.
 */
export function nameAttendeeMail(
  { id, transferred_at }: { id: number; transferred_at: Date | null },
  email: string,
  copy?: string,
): string {
  const parts = ['attendee-ticket', id, hashAddress(email).toString('base64url')];
  if (transferred_at) parts.push(transferred_at.getTime());
  if (copy !== undefined) parts.push(copy);
  return parts.join(':');
}

/**
 * Lists those of these tickets that the buyer gave away, and whose mail was refused for good. So nobody has their new
 * codes. A copy that was sent later, or is on its way, counts as delivered.
 */
export async function listUndelivered(db: Db | Tx, tickets: readonly MailedGift[]): Promise<number[]> {
  const facts = new Map<string, number>();
  for (const { id, status, attendee_email, transferred_at } of tickets) {
    if (status !== 'valid' || transferred_at === null || attendee_email === null) continue;
    facts.set(nameAttendeeMail({ id, transferred_at }, attendee_email), id);
  }
  if (facts.size === 0) return [];
  const refused = await db
    .selectFrom('sent_mails')
    .select('fact')
    .where('fact', 'in', [...facts.keys()])
    .where('refusal', 'is not', null)
    .execute();
  const ids: number[] = [];
  for (const { fact } of refused) {
    const id = facts.get(fact);
    if (id !== undefined && !(await hasCopy(db, fact))) ids.push(id);
  }
  return ids;
}

/**
 * Whether the mail with the tickets of an order was refused for good. A copy that was sent later, or is on its way,
 * counts as delivered. Only a refused mail makes PostgreSQL search for copies, because that search is slow.
 */
export const isOrderUndelivered = sql<boolean>`(
  case when exists (select from sent_mails where fact = 'order:' || orders.id and refusal is not null)
  then not exists (
    select from sent_mails where starts_with(fact, 'order:' || orders.id || ':copy:') and refusal is null
  )
  else false end
)`;

async function hasCopy(db: Db | Tx, fact: string): Promise<boolean> {
  const copy = await db
    .selectFrom('sent_mails')
    .select('fact')
    .where(sql<boolean>`starts_with(fact, ${`${fact}:`})`)
    .where('refusal', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return copy !== undefined;
}
