import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import type { EventStatus } from '../../db/tables.ts';
import type { AttendeeNews } from './events.news.queries.ts';
import { findNews, type Plan } from './events.rules.ts';

/** So long after its last change an event's attendees are told, so that an organiser who corrects it tells once. */
const quietMs = 3 * 60_000;

interface ChangedEvent extends Omit<Plan, 'isCancelled'> {
  id: number;
  title: string;
  status: EventStatus;
}

/**
 * Notes, with the change itself, who has to be told that the event is not what they knew: everybody who has a place.
 * Whoever has yet to be told of an earlier change is told of all at once. The event's row is locked.
 */
export async function noteNews(tx: Tx, before: ChangedEvent, after: ChangedEvent, now: Date): Promise<void> {
  const told = planOf(before);
  const news = findNews(told, planOf(after));
  if (!news && before.title === after.title) return;
  const { sequence } = await tx
    .updateTable('events')
    .set({ calendar_sequence: sql`calendar_sequence + 1` })
    .where('id', '=', after.id)
    .returning('calendar_sequence as sequence')
    .executeTakeFirstOrThrow();
  if (!news) return;
  if (!told.isCancelled) await forgetThoseWhoLeft(tx, after.id);
  const due_at = news === 'cancelled' ? now : new Date(now.getTime() + quietMs);
  await insertNews(tx, { event_id: after.id, sequence, told, due_at });
}

interface News {
  event_id: number;
  sequence: number;
  told: Plan;
  due_at: Date;
}

/** One statement for everybody with a place: that of an event of thousands takes no longer than its change may. */
async function insertNews(tx: Tx, { event_id, sequence, told, due_at }: News): Promise<void> {
  await tx
    .insertInto('attendee_news')
    .columns([
      'registration_id',
      'event_id',
      'sequence',
      'told_start_time',
      'told_end_time',
      'told_location',
      'told_cancelled',
      'due_at',
    ])
    .expression((select) =>
      select
        .selectFrom('registrations')
        .select([
          'id',
          'event_id',
          sql`${sequence}::integer`.as('sequence'),
          sql`${told.start_time}::timestamptz`.as('told_start_time'),
          sql`${told.end_time}::timestamptz`.as('told_end_time'),
          sql`${told.location}::text`.as('told_location'),
          sql`${told.isCancelled}::boolean`.as('told_cancelled'),
          sql`${due_at}::timestamptz`.as('due_at'),
        ])
        .where('event_id', '=', event_id)
        .where('status', '=', 'registered'),
    )
    .onConflict((conflict) => conflict.column('registration_id').doUpdateSet({ sequence, due_at }))
    .execute();
}

function planOf({ start_time, end_time, location, status }: ChangedEvent): Plan {
  return { start_time, end_time, location, isCancelled: status === 'cancelled' };
}

/** A cancellation is for those who have a place at that moment, also when their money goes back before the mail leaves. */
async function forgetThoseWhoLeft(tx: Tx, eventId: number): Promise<void> {
  await tx
    .deleteFrom('attendee_news')
    .where('event_id', '=', eventId)
    .where('registration_id', 'not in', (select) =>
      select
        .selectFrom('registrations')
        .select('id')
        .where('event_id', '=', eventId)
        .where('status', '=', 'registered'),
    )
    .execute();
}

/** Those told have nothing more to hear, unless the event has changed again since `news` was looked up. */
export async function settleNews(db: Db, news: AttendeeNews): Promise<void> {
  const settled = await db
    .deleteFrom('attendee_news')
    .where('registration_id', '=', news.registration_id)
    .where('sequence', '=', news.sequence)
    .returning('registration_id')
    .executeTakeFirst();
  if (settled) return;
  await db
    .updateTable('attendee_news')
    .set({
      told_start_time: news.start_time,
      told_end_time: news.end_time,
      told_location: news.location,
      told_cancelled: news.event_status === 'cancelled',
    })
    .where('registration_id', '=', news.registration_id)
    .execute();
}
