import type { Db, Tx } from '../../db/connect.ts';

const pageSize = 200;

/** A page of those who are to be told now, locked; of several processes each gets another. Drafts wait. */
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

/** What somebody was last told of an event, and how it is now; undefined when there is nothing to tell them. */
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
      // Of the last ticket: its price when it was paid for, nothing when it was free, null when there is none.
      select
        .selectFrom('tickets')
        .select('price_pence')
        .whereRef('tickets.registration_id', '=', 'registrations.id')
        .orderBy('tickets.id', 'desc')
        .limit(1)
        .as('ticket_price_pence'),
    ])
    .where('news.registration_id', '=', registrationId)
    .executeTakeFirst();
}

export type AttendeeNews = NonNullable<Awaited<ReturnType<typeof findAttendeeNews>>>;
