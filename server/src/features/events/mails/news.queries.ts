import { sql, type ExpressionBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import type { Tables } from '../../../db/tables.ts';

const pageSize = 200;

/**
 * Finds and locks one page of the emails about changed events that are due. Skips rows that another process has locked,
 * so that each process gets different ones. Emails about a draft wait until it is published again.
 */
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
 * Lists everybody who gets an email when the event is deleted: all attendees or, if the event was already cancelled,
 * those who have not been told of that. An email about the cancellation may be on its way to them. The email about the
 * deletion gets the same `sequence`, so that each attendee gets only one of the two.
 */
export function listAttendeesToTell(tx: Tx, eventId: number) {
  return tx
    .selectFrom('registrations')
    .innerJoin('events', 'events.id', 'registrations.event_id')
    .leftJoin('attendee_news as news', 'news.registration_id', 'registrations.id')
    .select((select) => [
      'registrations.id as registrationId',
      'registrations.user_id as userId',
      'registrations.made_by as madeBy',
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

/** Selects the price of the newest ticket of a registration: 0 if it was free, null if there is no ticket. */
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

/**
 * Finds the event as the attendee was last told about it, and as it is now; undefined if the attendee has been told
 * everything.
 */
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
      'news.changed_by',
      'registrations.status as registration_status',
      'registrations.made_by',
      'events.id as event_id',
      'events.private_key as event_key',
      'events.team_id',
      'events.title as event_title',
      'events.status as event_status',
      'events.start_time',
      'events.end_time',
      'events.location',
      'events.calendar_sequence',
      'users.id as user_id',
      'users.username',
      'users.email',
      selectTicketPrice(select).as('ticket_price_pence'),
    ])
    .where('news.registration_id', '=', registrationId)
    .executeTakeFirst();
}

export type AttendeeNews = NonNullable<Awaited<ReturnType<typeof findAttendeeNews>>>;
