import { sql, type ExpressionBuilder } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../../db/connect.ts';
import type { Tables } from '../../../db/tables.ts';
import { publicPicture } from '../../../mail/mail-picture.ts';
import type { Removal } from './mails.jobs.ts';

const pageSize = 200;

type PersonToTell = Omit<Removal, 'event'>;

/**
 * Finds and locks one page of the due emails about changed events. Skips rows that another process has locked, so that
 * each process gets different rows. Emails about a draft wait until the draft is published again.
 */
export function lockDueNews(tx: Tx, now: Date) {
  return tx
    .selectFrom('attendee_news')
    .innerJoin('events', 'events.id', 'attendee_news.event_id')
    .select(['attendee_news.id', 'attendee_news.order_id', 'attendee_news.ticket_id'])
    .where('attendee_news.due_at', '<=', now)
    .where('events.status', '!=', 'draft')
    .orderBy('attendee_news.due_at')
    .orderBy('attendee_news.id')
    .limit(pageSize)
    .forUpdate('attendee_news')
    .skipLocked()
    .execute();
}

/**
 * Lists everybody who gets an email when the event is deleted. After a cancellation, these are only the people who were
 * not told of it yet. Both emails have the same `sequence`, so that nobody gets both.
 */
export async function listPeopleToTell(tx: Tx, eventId: number) {
  const { rows } = await sql<PersonToTell>`
    with readers as (
      select id as order_id, null::bigint as ticket_id from orders
        where event_id = ${eventId} and status in ('held', 'confirmed')
      union all
      (${selectHolders(eventId)})
    ), to_tell as (
      select readers.*, events.calendar_sequence + 1 as sequence
        from readers join events on events.id = ${eventId} and events.status <> 'cancelled'
      union all
      select news.order_id, news.ticket_id, news.sequence
        from attendee_news news join events on events.id = news.event_id and events.status = 'cancelled'
        where news.event_id = ${eventId} and not news.told_cancelled
    )
    select to_tell.order_id as "registrationId", to_tell.ticket_id as "ticketId", to_tell.sequence,
      case when held.id is null then orders.user_id end as "userId",
      case
        when held.id is not null then held.attendee_email
        when orders.user_id is null then orders.buyer_email
      end as email,
      case when held.id is null then orders.buyer_name else held.attendee_name end as name,
      orders.buyer_name as giver,
      case
        when held.transferred_at is not null then 'holder'
        when held.id is not null then 'attendee'
        when orders.channel = 'complimentary' then 'guest_list'
        when orders.user_id is null then 'guest'
        else 'account'
      end as reader,
      orders.made_by as "madeBy",
      (
        select price_pence from tickets
        where tickets.order_id = orders.id and ticket_code is not null order by id desc limit 1
      ) as "ticketPricePence",
      case when orders.is_single or held.id is not null then 1 else orders_tickets.count end as "ticketCount"
    from to_tell
      join orders on orders.id = to_tell.order_id
      left join users buyers on buyers.id = orders.user_id
      left join tickets held on held.id = to_tell.ticket_id
      cross join lateral (
        select count(*)::integer as count from tickets where tickets.order_id = orders.id
      ) orders_tickets
    where orders.user_id is not null or orders.buyer_email is not null or held.id is not null
    order by to_tell.order_id, to_tell.ticket_id nulls first`.execute(tx);
  return rows;
}

/**
 * Selects the tickets whose holders are told of changes: tickets that were given away or mailed to an attendee with
 * another address. An attendee with several tickets of one order is told once.
 */
export function selectHolders(eventId: number) {
  return sql`
    select distinct on (
      orders.id, lower(tickets.attendee_email), case when tickets.transferred_at is not null then tickets.id end
    ) orders.id, tickets.id
    from tickets join orders on orders.id = tickets.order_id
    where tickets.event_id = ${eventId} and tickets.status in ('valid', 'used')
      and tickets.attendee_email is not null and not orders.is_single
      and (
        tickets.transferred_at is not null
        or lower(tickets.attendee_email) <> lower(orders.buyer_email)
          and (orders.user_id is not null or tickets.payment_id is not null)
      )
    order by orders.id, lower(tickets.attendee_email),
      case when tickets.transferred_at is not null then tickets.id end, tickets.id`;
}

/**
 * Finds the event as the reader was last told about it, and as it is now. The reader is the holder of `ticketId` or,
 * without `ticketId`, the buyer of the order. Returns undefined if the reader was told everything.
 */
export function findAttendeeNews(
  db: Db,
  { registrationId, ticketId = null }: { registrationId: number; ticketId?: number | null },
) {
  return (
    selectNews(db)
      .leftJoin('tickets as held', 'held.id', 'news.ticket_id')
      .leftJoin('ticket_transfers', 'ticket_transfers.ticket_id', 'held.id')
      // An account with an unverified address may belong to somebody else.
      .leftJoin('users as holders', (join) =>
        join
          .on((on) => on(on.fn('lower', ['holders.email']), '=', on.fn('lower', ['held.attendee_email'])))
          .on('holders.email_verified_at', 'is not', null),
      )
      .select([
        'held.status as ticket_status',
        'held.attendee_name',
        'held.attendee_email',
        'held.transferred_at',
        'held.price_pence as held_price_pence',
        'ticket_transfers.key_salt as holder_salt',
        'holders.id as holder_id',
        'holders.email as holder_account_email',
      ])
      .where('news.order_id', '=', registrationId)
      .where('news.ticket_id', ticketId === null ? 'is' : '=', ticketId)
      .executeTakeFirst()
  );
}

export type AttendeeNews = NonNullable<Awaited<ReturnType<typeof findAttendeeNews>>>;

function selectNews(db: Db) {
  return db
    .selectFrom('attendee_news as news')
    .innerJoin('events', 'events.id', 'news.event_id')
    .innerJoin('orders', 'orders.id', 'news.order_id')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .leftJoin('users as buyers', 'buyers.id', 'orders.user_id')
    .select((select) => [
      'news.id',
      'news.ticket_id',
      'news.sequence',
      'news.told_start_time',
      'news.told_end_time',
      'news.told_location',
      'news.told_cancelled',
      'news.changed_by',
      'orders.id as order_id',
      'orders.number',
      'orders.key_salt',
      'orders.status as order_status',
      'orders.user_id',
      'orders.buyer_name',
      'orders.channel',
      'orders.made_by',
      'events.id as event_id',
      'events.private_key as event_key',
      'events.team_id',
      'teams.name as team_name',
      'events.title as event_title',
      'events.status as event_status',
      'events.start_time',
      'events.end_time',
      'events.location',
      'events.calendar_sequence',
      publicPicture.as('event_picture'),
      select.fn.coalesce('buyers.email', 'orders.buyer_email').as('buyer_email'),
      selectTicketCount(select).as('ticket_count'),
      selectMoney(select).as('money'),
    ]);
}

type OfOrder = ExpressionBuilder<Tables & { news: Tables['attendee_news'] }, 'orders'>;

function selectTicketCount(select: OfOrder) {
  return select
    .selectFrom('tickets')
    .select(sql<number>`case when orders.is_single then 1 else count(*)::integer end`.as('count'))
    .whereRef('tickets.order_id', '=', 'orders.id')
    .where('tickets.ticket_code', 'is not', null);
}

/**
 * Selects the payment of the newest issued ticket, without money that went back before the event was cancelled. Null
 * for a hold, which has no issued ticket.
 */
function selectMoney(select: OfOrder) {
  const earlierRefunds = sql<number>`coalesce((
    select sum(refunds.amount_pence)::integer from refunds
    where refunds.payment_id = payments.id and refunds.status <> 'failed' and refunds.reason <> 'event_cancelled'
  ), 0)`;
  return jsonObjectFrom(
    select
      .selectFrom('tickets')
      .leftJoin('payments', 'payments.id', 'tickets.payment_id')
      .select([
        sql<number>`coalesce(payments.amount_pence, 0)`.as('paidPence'),
        earlierRefunds.as('refundedPence'),
        sql<boolean>`coalesce(payments.is_refund_blocked, false)`.as('isDisputed'),
      ])
      .whereRef('tickets.order_id', '=', 'orders.id')
      .where('tickets.ticket_code', 'is not', null)
      .orderBy('tickets.id', 'desc')
      .limit(1),
  );
}
