import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import { hot } from '../../../db/hot.ts';
import type { PromoCodeKind } from '../../../db/order-tables.ts';

/** One order, as the database function `sell` takes it. Amounts are in pence. */
export interface WantedOrder {
  number: string;
  key_salt: string;
  user_id: number | null;
  buyer_name: string;
  buyer_email: string;
  /** A hash, in hexadecimal digits, of the random id that a guest's browser keeps. */
  device_hash: string | null;
  made_by: number | null;
  /** The idempotency key. */
  key: string;
  /** Hex. */
  body_hash: string;
  /** When the hold ends. Null means that nothing must be paid, so the order is confirmed at once. */
  hold_until: string | null;
  /** The id of the buyer's own hold that this order replaces. */
  replaces: number | null;
  promo_code_id: number | null;
  /**
   * The terms of the promo code for which the prices were computed. `sell` refuses the order if the terms have changed.
   */
  promo_terms: { kind: PromoCodeKind; percent: number | null; amount: number | null } | null;
  subtotal: number;
  discount: number;
  /**
   * Whether to refuse the order if the event is no longer visible to everybody. This is true when Foyer has not checked
   * that the buyer may see a hidden event.
   */
  needs_public: boolean;
  channel: 'web' | 'complimentary';
  locale: string;
  items: { type: number; count: number; price: number; is_unlocked: boolean }[];
  tickets: {
    place: number;
    type: number;
    name: string;
    attendee_name: string | null;
    attendee_email: string | null;
    list: number;
    discount: number;
    /** The ticket code. This is null for a hold, because held tickets get their codes when the order is confirmed. */
    code: string | null;
    short_code: string | null;
  }[];
}

/**
 * The reason why `sell` refused an order. `stale`: the ticket types or the promo code have changed since the prices
 * were computed.
 */
export interface SaleRefusal {
  refused:
    | 'stale'
    | 'event_not_found'
    | 'event_not_published'
    | 'event_started'
    | 'event_ended'
    | 'event_sold_out'
    | 'not_enough_left'
    | 'too_many_for_buyer'
    | 'ticket_type_not_found'
    | 'sales_paused'
    | 'sales_not_started'
    | 'sales_ended'
    | 'promo_code_ended'
    | 'promo_code_used_up'
    | 'order_open';
  /** How many tickets the buyer could still get. */
  left?: number;
  type?: number;
  /** The number of the hold that the buyer already has for this event. */
  open?: string;
}

export type SaleOutcome =
  | { sold: number; tickets: number[] }
  /**
   * An earlier request with this idempotency key made the order `known`. `same` tells whether both requests have the
   * same body and buyer.
   */
  | { known: number; same: boolean }
  | SaleRefusal;

/**
 * Sells several orders for one event with one SQL statement. Each order is sold whole or refused. Returns one outcome
 * per order.
 */
export async function sellTogether(
  db: Db | Tx,
  eventId: number,
  orders: readonly WantedOrder[],
  now: Date,
): Promise<SaleOutcome[]> {
  const needsPublic = orders.some((order) => order.needs_public);
  const { rows } = await sql<{ outcomes: SaleOutcome[] | null }>`
    ${hot} select case
      when ${needsPublic} and exists (
        select from events where id = ${eventId} and (not is_public or status = 'draft')
      ) then null
      else sell(${eventId}, ${JSON.stringify(orders)}::jsonb, ${now})
    end as outcomes`.execute(db);
  return rows[0]?.outcomes ?? sellToInvited(db, eventId, orders, now);
}

/**
 * Sells orders for an event that has just become private or a draft, but only to buyers who may still see the event.
 * Refuses all other orders as `stale`, so that the caller reads the event again and tells these buyers that the event
 * was not found.
 */
async function sellToInvited(
  db: Db | Tx,
  eventId: number,
  orders: readonly WantedOrder[],
  now: Date,
): Promise<SaleOutcome[]> {
  const invited = orders.filter((order) => !order.needs_public);
  const sold = invited.length === 0 ? [] : await sellTogether(db, eventId, invited, now);
  return orders.map((order) => sold[invited.indexOf(order)] ?? { refused: 'stale' });
}
