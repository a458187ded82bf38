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
    .leftJoin('users as writers', (join) =>
      join.onRef('writers.id', '=', 'changed.writer_id').on('writers.email_verified_at', 'is not', null),
    )
    .select(['events.id', 'events.title', 'events.team_id', 'changed.subject', 'changed.text'])
    .select(['writers.id as verified_writer_id', 'writers.is_site_admin as is_by_admin'])
    .where('events.status', '=', 'published')
    .where('events.team_id', 'is not', null)
    .$narrowType<{ team_id: number }>()
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

/** One event, or the events after one. */
export type Chosen = readonly ['=' | '>', number];

/** An event that was published after its reminder was due gets none, because everybody has just ordered. */
export function listDueReminders(db: Db | Tx, { from, until }: Times, [sign, id]: Chosen) {
  return selectOpen(db, 'reminder', { isOn: true })
    .where('events.start_time', '>', from)
    .where('events.start_time', '<=', until)
    .where(
      sql<boolean>`events.published_at <= events.start_time - (${until}::timestamptz - ${from}::timestamptz)`,
    )
    .where('events.id', sign, id)
    .orderBy('events.id')
    .limit(mostAtOnce)
    .execute();
}

export function listDueThanks(db: Db | Tx, { from, until }: Times, [sign, id]: Chosen) {
  return selectOpen(db, 'thanks', { isOn: false })
    .where('events.end_time', '>', from)
    .where('events.end_time', '<=', until)
    .where('events.id', sign, id)
    .orderBy('events.id')
    .limit(mostAtOnce)
    .execute();
}

export type DueEvent = Awaited<ReturnType<typeof listDueThanks>>[number];

/** Whether the team has checked anybody in. */
export async function hasGuestsIn(tx: Tx, eventId: number): Promise<boolean> {
  const used = await tx
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', 'used')
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}

export async function findPublication(db: Db | Tx, eventId: number): Promise<Date | null> {
  const event = await db
    .selectFrom('events')
    .select('published_at')
    .where('id', '=', eventId)
    .executeTakeFirst();
  return event?.published_at ?? null;
}

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
