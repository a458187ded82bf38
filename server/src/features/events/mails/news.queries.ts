import { sql, type ExpressionBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import type { Tables } from '../../../db/tables.ts';

const pageSize = 200;

/**
 * Finds and locks one page of the due emails about changed events. Skips rows that another process has locked, so that
 * each process gets different rows. Emails about a draft wait until the draft is published again.
 */
export function lockDueNews(tx: Tx, now: Date) {
  return tx
    .selectFrom('attendee_news')
    .innerJoin('events', 'events.id', 'attendee_news.event_id')
    .select('attendee_news.order_id')
    .where('attendee_news.due_at', '<=', now)
    .where('events.status', '!=', 'draft')
    .orderBy('attendee_news.due_at')
    .orderBy('attendee_news.order_id')
    .limit(pageSize)
    .forUpdate('attendee_news')
    .skipLocked()
    .execute();
}

/**
 * Lists the attendees with an account who get an email when the event is deleted. After a cancellation, these are only
 * the people who were not told of it yet. Both emails have the same `sequence`, so that nobody gets both.
 */
export function listAttendeesToTell(tx: Tx, eventId: number) {
  return tx
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .leftJoin('attendee_news as news', 'news.order_id', 'orders.id')
    .select((select) => [
      'orders.id as registrationId',
      'orders.user_id as userId',
      'orders.made_by as madeBy',
      sql<number>`case when events.status = 'cancelled' then news.sequence else events.calendar_sequence + 1 end`.as(
        'sequence',
      ),
      selectTicketPrice(select).as('ticketPricePence'),
    ])
    .where('orders.event_id', '=', eventId)
    .where('orders.user_id', 'is not', null)
    .$narrowType<{ userId: number }>()
    .where((where) =>
      where.or([
        where('news.told_cancelled', '=', false).and('events.status', '=', 'cancelled'),
        where('orders.status', 'in', ['held', 'confirmed']).and('events.status', '!=', 'cancelled'),
      ]),
    )
    .orderBy('orders.id')
    .execute();
}

function selectTicketPrice(select: ExpressionBuilder<Tables & { news: Tables['attendee_news'] }, 'orders'>) {
  return select
    .selectFrom('tickets')
    .select('price_pence')
    .whereRef('tickets.order_id', '=', 'orders.id')
    .where('tickets.ticket_code', 'is not', null)
    .orderBy('tickets.id', 'desc')
    .limit(1);
}

/**
 * Finds the event as the attendee was last told about it, and as it is now. Returns undefined if the attendee has
 * been told everything.
 */
export function findAttendeeNews(db: Db, registrationId: number) {
  return db
    .selectFrom('attendee_news as news')
    .innerJoin('events', 'events.id', 'news.event_id')
    .innerJoin('orders', 'orders.id', 'news.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select((select) => [
      'news.order_id',
      'news.sequence',
      'news.told_start_time',
      'news.told_end_time',
      'news.told_location',
      'news.told_cancelled',
      'news.changed_by',
      'orders.status as order_status',
      'orders.made_by',
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
    .where('news.order_id', '=', registrationId)
    .executeTakeFirst();
}

export type AttendeeNews = NonNullable<Awaited<ReturnType<typeof findAttendeeNews>>>;
