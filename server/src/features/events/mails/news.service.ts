import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import type { EventStatus } from '../../../db/tables.ts';
import { lockDueNews, selectHolders, type AttendeeNews } from './news.queries.ts';
import { findNews, type Plan } from '../events.rules.ts';

/**
 * Milliseconds between the last change and the email about it, so that a quick correction does not cause a second
 * email. An email about a cancellation does not wait.
 */
const quietMs = 3 * 60_000;

interface ChangedEvent extends Omit<Plan, 'isCancelled'> {
  id: number;
  title: string;
  status: EventStatus;
}

/**
 * Records that every attendee must get an email about this change, if the change matters to attendees. One email tells
 * all changes since the last one. The caller must have locked the event.
 */
export async function recordNews(
  tx: Tx,
  before: ChangedEvent,
  after: ChangedEvent,
  { by, now }: { by: number; now: Date },
): Promise<void> {
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
  if (!told.isCancelled) await deleteNewsOfFormerAttendees(tx, after.id);
  const due_at = news === 'cancelled' ? now : new Date(now.getTime() + quietMs);
  await insertNews(tx, { event_id: after.id, sequence, told, due_at, changed_by: by });
}

interface News {
  event_id: number;
  sequence: number;
  told: Plan;
  due_at: Date;
  changed_by: number;
}

/** Insert all rows with one statement, so that a change stays quick for an event with thousands of attendees. */
async function insertNews(tx: Tx, { event_id, sequence, told, due_at, changed_by }: News): Promise<void> {
  await tx
    .insertInto('attendee_news')
    .columns([
      'order_id',
      'ticket_id',
      'event_id',
      'sequence',
      'told_start_time',
      'told_end_time',
      'told_location',
      'told_cancelled',
      'due_at',
      'changed_by',
    ])
    .expression(
      sql`
        select order_id, ticket_id, ${event_id}::bigint, ${sequence}::integer, ${told.start_time}::timestamptz,
          ${told.end_time}::timestamptz, ${told.location}::text, ${told.isCancelled}::boolean,
          ${due_at}::timestamptz, ${changed_by}::bigint
        from (
          select id as order_id, null::bigint as ticket_id from orders
            where event_id = ${event_id} and status in ('held', 'confirmed')
          union all
          (${selectHolders(event_id)})
        ) readers`,
    )
    .onConflict((conflict) =>
      conflict
        .expression(sql`order_id, coalesce(ticket_id, 0)`)
        .doUpdateSet({ sequence, due_at, changed_by }),
    )
    .execute();
}

function planOf({ start_time, end_time, location, status }: ChangedEvent): Plan {
  return { start_time, end_time, location, isCancelled: status === 'cancelled' };
}

/**
 * Deletes the unsent emails to people who gave up their place. Do not call this for a cancelled event, because a
 * cancellation ends places and people must be told.
 */
async function deleteNewsOfFormerAttendees(tx: Tx, eventId: number): Promise<void> {
  await tx
    .deleteFrom('attendee_news')
    .where('event_id', '=', eventId)
    .where((where) =>
      where.or([
        where('order_id', 'not in', (select) =>
          select
            .selectFrom('orders')
            .select('id')
            .where('event_id', '=', eventId)
            .where('status', 'in', ['held', 'confirmed']),
        ),
        where('ticket_id', 'not in', (select) =>
          select
            .selectFrom('tickets')
            .select('id')
            .where('event_id', '=', eventId)
            .where('status', 'in', ['valid', 'used']),
        ),
      ]),
    )
    .execute();
}

/** Takes one page of the due emails about changed events, so that no other process sends them too. */
export async function takeDueNews(
  tx: Tx,
  now: Date,
): Promise<{ order_id: number; ticket_id: number | null }[]> {
  const due = await lockDueNews(tx, now);
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) {
    await tx.updateTable('attendee_news').set({ due_at: null }).where('id', 'in', ids).execute();
  }
  return due;
}

/** Makes an email due again, because `takeDueNews` took it but it cannot be sent yet. */
export async function rescheduleNews(db: Db, { id }: AttendeeNews, now: Date): Promise<void> {
  await db
    .updateTable('attendee_news')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('due_at', 'is', null)
    .execute();
}

/** Records what the reader was told. The email about a later change stays due. */
export async function recordNewsTold(db: Db, news: AttendeeNews): Promise<void> {
  const isUpToDate = await db
    .deleteFrom('attendee_news')
    .where('id', '=', news.id)
    .where('sequence', '=', news.sequence)
    .returning('id')
    .executeTakeFirst();
  if (isUpToDate) return;
  await db
    .updateTable('attendee_news')
    .set({
      told_start_time: news.start_time,
      told_end_time: news.end_time,
      told_location: news.location,
      told_cancelled: news.event_status === 'cancelled',
    })
    .where('id', '=', news.id)
    .execute();
}
