import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { prepare } from '../../db/hot.ts';
import { placesLeftInTypes } from '../events/events.sales.queries.ts';
import { isRefundFailing } from '../payments/refunds/refunds.queries.ts';

const mostEvents = 100;
const mostDrafts = 20;
const mostRefunds = 20;

/** Adds up all tickets of an event, so it may take a while for a large event. */
const mayTakeLong = { mayTakeLong: true };

const isSold = sql<boolean>`tickets.status in ('valid', 'used')`;

interface Tickets {
  sold: number;
  held: number;
  admitted: number;
}

const ticketsOfEvent = sql<Tickets>`(
  select count(*) filter (where ${isSold}) as sold, count(*) filter (where tickets.status = 'held') as held,
    count(*) filter (where tickets.status = 'used') as admitted
  from tickets where tickets.event_id = events.id
)`;

/** Amounts in pence. Money that a bank took back is part of `taken` and of `disputed`. */
export type EventMoney = Record<'taken' | 'refunded' | 'disputed' | 'outstanding', number>;

/** Whether the money of a payment has arrived, wherever it is now. */
export const isReceived = sql<boolean>`payments.status in ('paid', 'refund_pending', 'refunded', 'charged_back')`;

// A bank may withhold more than is left of a payment after refunds.
export const moneyOfEvent = sql<EventMoney>`(
  select coalesce(sum(amount_pence), 0) as taken, coalesce(sum(committed_refund_pence), 0) as refunded,
    coalesce(sum(least(amount_disputed_pence, amount_pence - committed_refund_pence)), 0) as disputed,
    (select coalesce(sum(total_pence), 0) from orders
      where orders.event_id = events.id and orders.status = 'held') as outstanding
  from payments
  where payments.event_id = events.id and ${isReceived}
)`;

/**
 * The ticket types whose sale has not ended, hidden ones too: an event may sell only to people with a promo code. `now`
 * is a parameter of the statement.
 */
const sellingTypes = (now: Date) => sql`
  from ticket_types
  where ticket_types.event_id = events.id and archived_at is null and not paused
    and (sales_end is null or sales_end > ${now})
`;

/** Selects events with what they have sold and the money they took. `now` is a parameter of the statement. */
function selectFigures(db: Db, now: Date) {
  return db
    .selectFrom('events')
    .innerJoinLateral(ticketsOfEvent.as('counted'), (join) => join.onTrue())
    .innerJoinLateral(moneyOfEvent.as('money'), (join) => join.onTrue())
    .select([
      'events.id',
      'events.title',
      'events.start_time',
      'events.end_time',
      'events.location',
      'events.event_img_url',
      'events.status',
      'events.is_public',
      'events.max_attendees',
      'events.seats_taken',
      placesLeftInTypes.as('types_left'),
      sql<number | null>`(
        select case when every(quantity is not null or archived_at is not null)
          then sum(case when archived_at is null then quantity else sold end) end
        from ticket_types where ticket_types.event_id = events.id
      )`.as('types_quantity'),
      'counted.sold',
      'counted.held',
      'counted.admitted',
      'money.taken',
      'money.refunded',
      'money.disputed',
      'money.outstanding',
      sql<boolean>`exists (select ${sellingTypes(now)} and (sales_start is null or sales_start <= ${now}))`.as(
        'has_open_type',
      ),
      sql<Date | null>`(select min(sales_start) ${sellingTypes(now)} and sales_start > ${now})`.as(
        'opens_at',
      ),
    ]);
}

const selectComing = prepare(
  (db, { teamId, now }: { teamId: number; now: Date }) =>
    selectFigures(db, now)
      .where('events.team_id', '=', teamId)
      .where('events.status', '!=', 'draft')
      .where('events.end_time', '>', now)
      .orderBy('events.start_time')
      .orderBy('events.id')
      .limit(sql.lit(mostEvents)),
  mayTakeLong,
);

/** Lists the events of a team that have not ended, soonest first, with what they have sold. Drafts are left out. */
export function listComingEvents(db: Db, teamId: number, now: Date) {
  return selectComing(db, { teamId, now });
}

export type EventFiguresRow = Awaited<ReturnType<typeof listComingEvents>>[number];

const selectOne = prepare(
  (db, { id, now }: { id: number; now: Date }) => selectFigures(db, now).where('events.id', '=', id),
  mayTakeLong,
);

/** Finds what one event has sold, whenever it takes place. */
export async function findFigures(db: Db, id: number, now: Date): Promise<EventFiguresRow | undefined> {
  const [figures] = await selectOne(db, { id, now });
  return figures;
}

interface SalesOf {
  eventId: number;
  /** Sales before this moment come back without a day. */
  since: Date;
  timeZone: string;
}

const selectSold = prepare(
  (db, { eventId, since, timeZone }: SalesOf) =>
    db
      .selectFrom('tickets')
      .innerJoin('orders', 'orders.id', 'tickets.order_id')
      .select([
        'tickets.ticket_type_id',
        'orders.channel',
        sql<string | null>`case when tickets.issued_at >= ${since}
          then to_char(tickets.issued_at at time zone ${timeZone}::text, 'YYYY-MM-DD') end`.as('day'),
        sql<number>`count(*)`.as('tickets'),
        sql<number>`sum(tickets.price_pence)`.as('amount'),
      ])
      .where('tickets.event_id', '=', eventId)
      .where(isSold)
      .groupBy(sql`1, 2, 3`),
  mayTakeLong,
);

const selectTypes = prepare((db, { eventId }: { eventId: number }) =>
  db
    .selectFrom('ticket_types')
    .select(['id', 'name', 'quantity', 'archived_at'])
    .where('event_id', '=', eventId)
    .orderBy('position')
    .orderBy('id')
    .limit(sql.lit(200)),
);

/** Reads how many tickets of an event were sold: by day, ticket type and channel. Also lists its ticket types. */
export async function readSales(db: Db, of: SalesOf) {
  const [sold, types] = await Promise.all([selectSold(db, of), selectTypes(db, of)]);
  return { sold, types };
}

export type Sales = Awaited<ReturnType<typeof readSales>>;

const selectDrafts = prepare((db, { teamId }: { teamId: number }) =>
  db
    .selectFrom('events')
    .select([
      'id',
      'title',
      'start_time',
      sql<boolean>`event_img_url is not null`.as('has_picture'),
      sql<boolean>`coalesce(description, '') <> ''`.as('has_description'),
      sql<boolean>`coalesce(location, '') <> ''`.as('has_location'),
      sql<boolean>`exists (
        select from ticket_types where ticket_types.event_id = events.id and archived_at is null
      )`.as('has_types'),
    ])
    .where('team_id', '=', teamId)
    .where('status', '=', 'draft')
    .orderBy('start_time')
    .orderBy('id')
    .limit(sql.lit(mostDrafts)),
);

export function listDraftGaps(db: Db, teamId: number) {
  return selectDrafts(db, { teamId });
}

export type DraftFacts = Awaited<ReturnType<typeof listDraftGaps>>[number];

const selectFailing = prepare((db, { teamId }: { teamId: number }) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .select([
      'refunds.id',
      'events.id as event_id',
      'events.title as event_title',
      'orders.number as order_number',
      'refunds.amount_pence as amount',
    ])
    .where('events.team_id', '=', teamId)
    .where('refunds.status', '=', 'pending')
    .where('refunds.attempts', '>', 0)
    .where('refunds.provider_refund_id', 'is', null)
    .where(isRefundFailing)
    .orderBy('refunds.id')
    .limit(sql.lit(mostRefunds)),
);

/** Lists the refunds of a team's events that failed and will be tried again, oldest first. */
export function listFailingRefunds(db: Db, teamId: number) {
  return selectFailing(db, { teamId });
}
