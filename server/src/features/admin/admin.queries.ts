import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { containing, countRows, takePage } from '../../db/paging.ts';

/**
 * Lists one page of the audit entries, newest first, and counts all that match `q`. Names and titles are read from their
 * own tables, so an entry shows none for what was deleted.
 */
export async function listAudit(db: Db, { q, ...page }: { limit: number; page: number; q?: string }) {
  let all = db
    .selectFrom('audit_entries')
    .leftJoin('users as actors', 'actors.id', 'audit_entries.actor_id')
    .leftJoin('users as subjects', (join) =>
      join.onRef('subjects.id', '=', 'audit_entries.object_id').on('object_type', '=', 'user'),
    )
    .leftJoin('teams', (join) =>
      join.onRef('teams.id', '=', 'audit_entries.object_id').on('object_type', '=', 'team'),
    )
    .leftJoin('events', 'events.id', 'audit_entries.event_id')
    .select([
      'audit_entries.id',
      'happened_at',
      'actor_id',
      sql<string | null>`coalesce(actors.username, machine, 'door link ' || link_name)`.as('actor_name'),
      'action',
      'object_type',
      'object_id',
      sql<string | null>`coalesce(subjects.username, teams.name)`.as('object_name'),
      'event_id',
      'events.title as event_title',
      'details',
    ]);
  if (q) {
    const words = sql<string>`lower(concat_ws(' ', actors.username, machine, link_name, subjects.username, teams.name, events.title, action, details::text))`;
    all = all.where(words, 'like', containing(q.toLowerCase()));
  }
  const rows = await takePage(
    all.orderBy('happened_at', 'desc').orderBy('audit_entries.id', 'desc'),
    page,
  ).execute();
  return { rows, total: await countRows(db, all, { isSearch: Boolean(q) }) };
}

/** The part of a fact before the first colon says what a mail is about. The rest may contain the key of a link. */
const mailKind = sql<string>`split_part(fact, ':', 1)`;

/** Lists one page of the mails that were sent to a user, or are being sent, newest first. */
export function listMailsOfUser(db: Db, userId: number, page: { limit: number; page: number }) {
  const mails = db
    .selectFrom('sent_mails')
    .select([mailKind.as('kind'), 'noted_at', 'sent_at', sql<boolean>`refusal is not null`.as('refused')])
    .where('user_id', '=', userId)
    .orderBy('noted_at', 'desc')
    .orderBy('fact');
  return takePage(mails, page).execute();
}
