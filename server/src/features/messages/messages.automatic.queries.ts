import type { AutomaticKind } from '@foyer/contract/sales/messages.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';

const mostAtOnce = 100;

/** Published events of a team that did not get this mail yet and did not switch it off. */
function selectOpen(db: Db | Tx, kind: AutomaticKind, { isOn }: { isOn: boolean }) {
  return db
    .selectFrom('events')
    .leftJoin('automatic_mails as changed', (join) =>
      join.onRef('changed.event_id', '=', 'events.id').on('changed.kind', '=', kind),
    )
    .select(['events.id', 'events.title', 'changed.subject', 'changed.text'])
    .where('events.status', '=', 'published')
    .where('events.team_id', 'is not', null)
    .where(sql<boolean>`coalesce(changed.is_on, ${isOn})`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.event_id', '=', 'events.id')
            .where('messages.kind', '=', kind),
        ),
      ),
    );
}

interface Times {
  from: Date;
  until: Date;
}

/** An event that was published after its reminder was due gets none, because everybody has just ordered. */
export function listDueReminders(db: Db | Tx, { from, until }: Times, eventId?: number) {
  return selectOpen(db, 'reminder', { isOn: true })
    .where('events.start_time', '>', from)
    .where('events.start_time', '<=', until)
    .where(
      sql<boolean>`events.published_at <= events.start_time - (${until}::timestamptz - ${from}::timestamptz)`,
    )
    .$if(eventId !== undefined, (query) => query.where('events.id', '=', eventId ?? 0))
    .orderBy('events.start_time')
    .limit(mostAtOnce)
    .execute();
}

export function listDueThanks(db: Db | Tx, { from, until }: Times, eventId?: number) {
  return selectOpen(db, 'thanks', { isOn: false })
    .where('events.end_time', '>', from)
    .where('events.end_time', '<=', until)
    .$if(eventId !== undefined, (query) => query.where('events.id', '=', eventId ?? 0))
    .orderBy('events.end_time')
    .limit(mostAtOnce)
    .execute();
}

export type DueEvent = Awaited<ReturnType<typeof listDueThanks>>[number];

/** Lists what the team changed, and when the mails were sent. */
export function listChanges(db: Db | Tx, eventId: number) {
  return db
    .selectFrom('automatic_mails')
    .select(['kind', 'is_on', 'subject', 'text'])
    .where('event_id', '=', eventId)
    .execute();
}

export function listSentKinds(db: Db | Tx, eventId: number) {
  return db
    .selectFrom('messages')
    .select(['kind', 'created_at'])
    .where('event_id', '=', eventId)
    .where('kind', '<>', 'message')
    .execute();
}
