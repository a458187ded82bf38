import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { hot } from '../../db/hot.ts';
import type { EventStatus } from '../../db/tables.ts';
import type { Refundable, ShownRefund } from './orders.refunds.queries.ts';
import { computeCancelUntil } from './orders.rules.ts';

/**
 * Lists at most this many tickets of an order. An order has at most 100 places, but may have had several tickets for
 * the same place, one after the other.
 */
const maxListed = 1000;

/** What orders and tickets show of their event. `teams` must be joined as the event's present team. */
export const eventColumns = [
  'events.title as event_title',
  'events.start_time',
  'events.end_time',
  'events.doors_minutes',
  'events.location',
  sql<string | null>`(select name from categories where categories.id = events.category_id)`.as('category'),
  'events.event_img_url',
  'events.status as event_status',
  'events.is_public',
  'teams.name as team_name',
  'teams.contact_email as team_contact_email',
] as const;

function selectOrders(db: Db | Tx) {
  return db
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .leftJoin('teams', 'teams.id', 'events.team_id')
    .leftJoin('promo_codes', 'promo_codes.id', 'orders.promo_code_id')
    .select([
      'orders.id',
      'orders.number',
      'orders.event_id',
      'orders.user_id',
      'orders.status',
      'orders.buyer_name',
      'orders.buyer_email',
      'orders.subtotal_pence',
      'orders.discount_pence',
      'orders.total_pence',
      'orders.currency',
      'orders.placed_at',
      'orders.hold_expires_at',
      'orders.confirmed_at',
      'orders.key_salt',
      'orders.device_hash',
      'orders.more_time_at',
      'orders.held_since',
      'orders.refund_days',
      'orders.is_single',
      'orders.made_by',
      'orders.channel',
      'events.team_id',
      ...eventColumns,
      'events.allows_transfers',
      'promo_codes.code as promo_code',
    ])
    .modifyFront(hot);
}

export function findOrderByNumber(db: Db | Tx, number: string) {
  return selectOrders(db).where('orders.number', '=', number).executeTakeFirst();
}

export function findOrderById(db: Db | Tx, id: number) {
  return selectOrders(db).where('orders.id', '=', id).executeTakeFirst();
}

export type OrderDetails = NonNullable<Awaited<ReturnType<typeof findOrderByNumber>>>;

export function listTicketsOfOrder(db: Db | Tx, orderId: number) {
  return db
    .selectFrom('tickets')
    .select([
      'id',
      'place',
      'ticket_type_id',
      'type_name',
      'attendee_name',
      'attendee_email',
      'list_pence',
      'discount_pence',
      'price_pence',
      'status',
      'used_at',
      'ticket_code',
      'short_code',
      'transferred_at',
    ])
    .modifyFront(hot)
    .where('order_id', '=', orderId)
    .orderBy('place')
    .orderBy('id')
    .limit(maxListed)
    .execute();
}

export type OrderedTicket = Awaited<ReturnType<typeof listTicketsOfOrder>>[number];

/** Leaves out earlier tickets of places that were bought again. The amounts of an order are the sums of these tickets. */
export function listLastTickets(tickets: readonly OrderedTicket[]): OrderedTicket[] {
  return tickets.filter(({ place }, index) => tickets[index + 1]?.place !== place);
}

/** Ask for the ticket codes only if the caller is the buyer or has the order's key. */
export function presentOrder(
  order: OrderDetails,
  tickets: readonly OrderedTicket[],
  {
    withCodes,
    withNotes = false,
    refunds = [],
    refundable,
    paidPence,
    now,
    undeliveredIds = [],
  }: {
    withCodes: boolean;
    withNotes?: boolean;
    refunds?: readonly ShownRefund[];
    refundable?: Refundable | undefined;
    paidPence?: number | undefined;
    now: Date;
    undeliveredIds?: readonly number[];
  },
) {
  const { number, event_id, status, buyer_name, buyer_email, currency, promo_code } = order;
  return {
    number,
    event_id,
    event: presentEventOf(order),
    status,
    buyer_name,
    buyer_email,
    subtotal: order.subtotal_pence,
    discount: order.discount_pence,
    total: order.total_pence,
    currency,
    promo_code,
    placed_at: order.placed_at,
    hold_expires_at: order.hold_expires_at,
    hold_seconds_left: countSecondsLeft(order.hold_expires_at, now),
    may_extend: status === 'held' && order.more_time_at === null,
    cancel_until: order.total_pence > 0 ? computeCancelUntil(order) : null,
    // Tickets of the older API cannot be given to somebody else.
    allows_transfers: order.allows_transfers && !order.is_single,
    tickets: tickets.map((ticket) => ({
      ...presentOrderedTicket(ticket, withCodes),
      used_at: withNotes && ticket.status === 'used' ? ticket.used_at : null,
      undelivered: undeliveredIds.includes(ticket.id),
    })),
    refunds: refunds.map((refund) => ({ ...refund, note: withNotes ? refund.note : null })),
    ...(refundable && { refundable }),
    ...(paidPence !== undefined && { paid: paidPence }),
  };
}

function countSecondsLeft(until: Date | null, now: Date): number | null {
  return until && Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000));
}

interface EventOfOrder {
  event_id: number;
  event_title: string;
  start_time: Date;
  end_time: Date;
  doors_minutes: number | null;
  location: string | null;
  category: string | null;
  event_img_url: string | null;
  event_status: EventStatus;
  is_public: boolean;
  team_name: string | null;
  team_contact_email: string | null;
}

export function presentEventOf(row: EventOfOrder) {
  const { event_id: id, event_title: title, event_status: status } = row;
  const { start_time, end_time, doors_minutes, location, category, event_img_url, is_public } = row;
  const { team_name, team_contact_email } = row;
  return {
    id,
    title,
    start_time,
    end_time,
    doors_minutes,
    location,
    category,
    event_img_url,
    status,
    is_public,
    team_name,
    team_contact_email,
  };
}

function presentOrderedTicket(ticket: OrderedTicket, withCodes: boolean) {
  const { list_pence, discount_pence, price_pence, ticket_code, short_code, ...row } = ticket;
  const isLive = row.status === 'valid' || row.status === 'used';
  const isShown = withCodes && isLive && row.transferred_at === null;
  return {
    ...row,
    list_price: list_pence,
    discount: discount_pence,
    price: price_pence,
    ticket_code: isShown ? ticket_code : null,
    short_code: isShown ? short_code : null,
  };
}
