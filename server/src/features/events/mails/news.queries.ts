import { sql, type ExpressionBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import type { Tables } from '../../../db/tables.ts';

const pageSize = 200;

/** Locks one page of due news. Several processes get different pages. News of drafts waits. */
export function lockDueNews(tx: Tx, now: Date) {
  return tx
    .selectFrom('attendee_news')
    .innerJoin('events', 'events.id', 'attendee_news.event_id')
    .select('attendee_news.registration_id')
    .where('attendee_news.due_at', '<=', now)
    .where('events.status', '!=', 'draft')
    .orderBy('attendee_news.due_at')
    .orderBy('attendee_news.registration_id')
    .limit(pageSize)
    .forUpdate('attendee_news')
    .skipLocked()
    .execute();
}

/**
 * Lists everybody who must be told when the event is deleted: the attendees, or after a cancellation those who have not
 * been told yet. `sequence` numbers the mail. A cancelled event keeps its number, so that nobody gets two mails.
 */
export function listAttendeesToTell(tx: Tx, eventId: number) {
  return tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .leftJoin('attendee_news as news', 'news.registration_id', 'registrations.id')
    .select((select) => [
      'registrations.id as registrationId',
      'registrations.user_id as userId',
      sql<number>`case when events.status = 'cancelled' then news.sequence else events.calendar_sequence + 1 end`.as(
        'sequence',
      ),
      selectTicketPrice(select).as('ticketPricePence'),
    ])
    .where('registrations.event_id', '=', eventId)
    .where((where) =>
      where.or([
        where('news.told_cancelled', '=', false).and('events.status', '=', 'cancelled'),
        where('registrations.status', '=', 'registered').and('events.status', '!=', 'cancelled'),
      ]),
    )
    .orderBy('registrations.id')
    .execute();
}

/** Selects what the last ticket cost: 0 for a free one, null without a ticket. */
function selectTicketPrice(
  select: ExpressionBuilder<Tables & { news: Tables['attendee_news'] }, 'registrations'>,
) {
  return select
    .selectFrom('tickets')
    .select('price_pence')
    .whereRef('tickets.registration_id', '=', 'registrations.id')
    .orderBy('tickets.id', 'desc')
    .limit(1);
}

/** Finds what an attendee was last told and how the event is now; undefined when they have no news. */
export function findAttendeeNews(db: Db, registrationId: number) {
  return db
    .selectFrom('attendee_news as news')
    .innerJoin('events', 'events.id', 'news.event_id')
    .innerJoin('registrations', 'registrations.id', 'news.registration_id')
    .innerJoin('users', 'users.id', 'registrations.user_id')
    .select((select) => [
      'news.registration_id',
      'news.sequence',
      'news.told_start_time',
      'news.told_end_time',
      'news.told_location',
      'news.told_cancelled',
      'registrations.status as registration_status',
      'events.id as event_id',
      'events.title as event_title',
      'events.status as event_status',
      'events.start_time',
      'events.end_time',
      'events.location',
      'events.calendar_sequence',
      'users.username',
      'users.email',
      selectTicketPrice(select).as('ticket_price_pence'),
    ])
    .where('news.registration_id', '=', registrationId)
    .executeTakeFirst();
}

export type AttendeeNews = NonNullable<Awaited<ReturnType<typeof findAttendeeNews>>>;
