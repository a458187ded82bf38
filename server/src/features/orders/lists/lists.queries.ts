import type { OrderChannel } from '@foyer/contract/sales/order-lists.ts';
import { sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import type { OrderStatus, TicketStatus } from '../../../db/order-tables.ts';
import { prepare, prepareShapes } from '../../../db/hot.ts';
import { takePage } from '../../../db/paging.ts';
import type { Actor } from '../../../http/session.ts';
import { isOrderUndelivered } from '../mails/undelivered.queries.ts';
import { leftOfTicket } from '../orders.refunds.queries.ts';
import { mayReadAddress } from '../../tickets/tickets.queries.ts';

export interface OrderFilter {
  search?: string;
  status?: OrderStatus;
  ticket_type_id?: number;
  channel?: OrderChannel;
}

interface Page {
  limit: number;
  page: number;
}

/** Selects the ids of the event's orders that match the filter, whatever words they contain. */
function selectOrders(db: Db, eventId: number, { status, ticket_type_id: typeId, channel }: OrderFilter) {
  let query = db.selectFrom('orders').select('orders.id').where('orders.event_id', '=', eventId);
  if (status) query = query.where('orders.status', '=', status);
  if (channel) query = query.where('orders.channel', '=', channel);
  if (typeId !== undefined) {
    query = query.where('orders.id', 'in', (from) =>
      from.selectFrom('tickets').select('tickets.order_id').where('tickets.ticket_type_id', '=', typeId),
    );
  }
  return query;
}

/**
 * A search finds words in the order itself and in its tickets. Both parts apply the filter, because PostgreSQL would
 * read all orders of the site to join found tickets with the few orders of a rare status.
 */
function selectMatching(db: Db, eventId: number, { search, ...filter }: OrderFilter) {
  const orders = selectOrders(db, eventId, filter);
  if (!search) return db.selectFrom(orders.as('orders')).select('orders.id');
  let inTickets = db
    .selectFrom('tickets')
    .select('tickets.order_id as id')
    .where('tickets.event_id', '=', eventId)
    .where(sql<boolean>`tickets.words @@ find_words(${search})`);
  // An order that has ended has no live ticket, so its few tickets are found without looking at all the orders.
  if (filter.status === 'cancelled' || filter.status === 'expired')
    inTickets = inTickets.where('tickets.status', 'in', ['cancelled', 'expired', 'refunded']);
  const isFiltered = (filter.status ?? filter.channel ?? filter.ticket_type_id) !== undefined;
  const found = orders
    .where(sql<boolean>`orders.words @@ find_words(${search})`)
    .union(isFiltered ? inTickets.where('tickets.order_id', 'in', orders) : inTickets);
  return db.selectFrom(found.as('orders')).select('orders.id');
}

/** Lists one page of an event's orders that match the filter, newest first, and counts all matching orders. */
export async function listEventOrders(
  db: Db,
  eventId: number,
  { limit, page, ...filter }: OrderFilter & Page,
) {
  const matching = selectMatching(db, eventId, filter);
  const ordered = takePage(matching.orderBy('orders.id', 'desc'), { limit, page });
  // To sort the matches of a search, PostgreSQL must find them all, so the same statement can count them.
  const total = filter.search ? sql<number | null>`count(*) over ()` : sql<number | null>`null::integer`;
  const found = await ordered.select(total.as('total')).execute();
  const ids = found.map(({ id }) => id);
  const count = async () => found[0]?.total ?? (await countMatching(db, matching));
  return { orders: await readOrders(db, ids), total: await findTotal(ids.length, { limit, page }, count) };
}

async function countMatching(db: Db, matching: ReturnType<typeof selectMatching>): Promise<number> {
  const { total } = await db
    .selectFrom(matching.as('matching'))
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Lists orders that match the filter, newest first, starting below the id `before`, and how many tickets each of them
 * has.
 */
export function listSizesBefore(
  db: Db,
  eventId: number,
  filter: OrderFilter,
  { before, limit }: { before: number; limit: number },
) {
  return selectMatching(db, eventId, filter)
    .select(sql<number>`(select count(*) from tickets where order_id = orders.id)`.as('tickets'))
    .where('orders.id', '<', before)
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
}

const selectUserOrders = prepareShapes((db, { userId }: { userId: number }, page: Page) => {
  const own = db.selectFrom('orders').select('orders.id').where('orders.user_id', '=', userId);
  return selectOrderRows(db).where('orders.id', 'in', takePage(own.orderBy('orders.id', 'desc'), page));
});

const countUserOrders = prepare((db, { userId }: { userId: number }) =>
  db
    .selectFrom('orders')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId),
);

/** Lists one page of a user's orders, newest first, and counts all of them. */
export async function listUserOrders(db: Db, userId: number, page: Page) {
  const [orders, counted] = await Promise.all([
    selectUserOrders(db, page, { userId }),
    countUserOrders(db, { userId }),
  ]);
  return { orders, total: counted[0]?.total ?? 0 };
}

/** Calls `count` only if this is not the last page, because the last page shows how long the list is. */
async function findTotal(found: number, { limit, page }: Page, count: () => Promise<number>) {
  const isLast = found < limit && (found > 0 || page === 1);
  return isLast ? (page - 1) * limit + found : count();
}

/**
 * The number of tickets of each type in an order. Counts only the newest ticket of each place, because an order that
 * became active again has several tickets for a place.
 */
const orderedTypes = sql<{ name: string; quantity: number }[]>`(
  select coalesce(json_agg(json_build_object('name', type_name, 'quantity', quantity) order by type_name), '[]')
  from (
    select type_name, count(*) as quantity
    from (
      select distinct on (place) type_name from tickets where order_id = orders.id order by place, id desc
    ) newest
    group by type_name
  ) counted
)`;

interface ListedTicket {
  id: number;
  place: number;
  attendee_name: string | null;
  status: TicketStatus;
}

const newestTickets = sql<ListedTicket[]>`(
  select coalesce(json_agg(newest order by place), '[]')
  from (
    select distinct on (place) id, place, attendee_name, status
    from tickets where order_id = orders.id order by place, id desc
  ) newest
)`;

const refundedPence = sql<number>`(
  select coalesce(sum(committed_refund_pence), 0)::integer from payments where order_id = orders.id
)`;

function selectOrderRows(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .leftJoin('promo_codes', 'promo_codes.id', 'orders.promo_code_id')
    .select([
      'orders.number',
      'orders.status',
      'orders.user_id',
      'orders.made_by',
      'orders.buyer_name',
      'orders.buyer_email',
      'orders.placed_at',
      'orders.hold_expires_at',
      'orders.total_pence',
      'orders.channel',
      'promo_codes.code as promo_code',
      'events.id as event_id',
      'events.title as event_title',
      'events.start_time',
      'events.end_time',
      'events.location',
      'events.status as event_status',
      'events.event_img_url',
    ])
    .select([orderedTypes.as('types'), refundedPence.as('refunded_pence'), lastTypedEmail.as('typed_email')])
    .select([newestTickets.as('tickets'), isOrderUndelivered.as('undelivered')])
    .orderBy('orders.id', 'desc');
}

/** Reads these orders, newest first. */
export async function readOrders(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return selectOrderRows(db).where('orders.id', 'in', ids).execute();
}

const lastTypedEmail = sql<string | null>`(
  select attendee_email from tickets where order_id = orders.id order by id desc limit 1
)`;

export type ListedOrder = Awaited<ReturnType<typeof readOrders>>[number];

/** Lists the tickets of these orders. If a place has had several tickets, lists only the newest. */
export function listTicketLines(db: Db, orderIds: readonly number[], typeId: number | undefined) {
  let newest = db
    .selectFrom('tickets')
    .distinctOn(['order_id', 'place'])
    .select(['order_id', 'place', 'type_name', 'attendee_name', 'attendee_email', 'status'])
    .select(['list_pence', 'discount_pence', 'price_pence', leftOfTicket.as('left_pence')])
    .where('order_id', 'in', orderIds)
    .orderBy('order_id', 'desc')
    .orderBy('place')
    .orderBy('id', 'desc');
  if (typeId !== undefined) newest = newest.where('ticket_type_id', '=', typeId);
  return db
    .selectFrom(newest.as('tickets'))
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .leftJoin('promo_codes', 'promo_codes.id', 'orders.promo_code_id')
    .select([
      'orders.number',
      'orders.status as order_status',
      'orders.user_id',
      'orders.made_by',
      'orders.buyer_name',
      'orders.buyer_email',
      'orders.placed_at',
      'orders.channel',
      'promo_codes.code as promo_code',
      'tickets.type_name',
      'tickets.attendee_name',
      'tickets.attendee_email',
      'tickets.status',
      'tickets.list_pence',
      'tickets.discount_pence',
      'tickets.price_pence',
      'tickets.left_pence',
    ])
    .orderBy('tickets.order_id', 'desc')
    .orderBy('tickets.place')
    .execute();
}

type Addressed = Pick<ListedOrder, 'user_id' | 'made_by' | 'channel' | 'buyer_email'>;

/**
 * Returns the buyer's email address if the caller may read it, or otherwise the address that the team typed. The team
 * typed the addresses of complimentary orders, so every caller may read them.
 */
export function findShownEmail(actor: Actor, order: Addressed, typedEmail: string | null): string | null {
  const isKnown = order.channel === 'complimentary' || mayReadAddress(actor, order);
  return isKnown ? order.buyer_email : typedEmail;
}

export function presentListedOrder(actor: Actor, order: ListedOrder) {
  const { number, status, buyer_name, placed_at, types, promo_code, channel, tickets, undelivered } = order;
  return {
    number,
    status,
    buyer_name,
    buyer_email: findShownEmail(actor, order, order.typed_email),
    placed_at,
    ticket_count: types.reduce((sum, { quantity }) => sum + quantity, 0),
    types,
    total: order.total_pence,
    refunded: order.refunded_pence,
    promo_code,
    channel,
    undelivered,
    tickets,
  };
}

export function presentOwnOrder(actor: Actor, order: ListedOrder) {
  const { event_id, event_title, start_time, end_time, location, event_status, event_img_url } = order;
  return {
    ...presentListedOrder(actor, order),
    event: {
      id: event_id,
      title: event_title,
      start_time,
      end_time,
      location,
      status: event_status,
      event_img_url,
    },
    hold_expires_at: order.hold_expires_at,
  };
}
