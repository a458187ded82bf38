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
  promo_terms: {
    kind: PromoCodeKind;
    percent: number | null;
    amount: number | null;
    /** The ticket types that the code is for, by id. */
    types: readonly number[];
  } | null;
  subtotal: number;
  discount: number;
  /**
   * Whether to refuse the order if the event is no longer visible to everybody. True unless Foyer has checked that this
   * buyer may see a hidden event.
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
 * were computed, or the event is now hidden.
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
    | 'order_open'
    | 'order_not_held';
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

export interface OrderForEvent {
  eventId: number;
  order: WantedOrder;
}

/**
 * Sells several orders with one SQL statement. The orders may be for different events. Each order is sold whole or
 * refused. Returns one outcome per order.
 */
export async function sellTogether(
  db: Db | Tx,
  orders: readonly OrderForEvent[],
  now: Date,
): Promise<SaleOutcome[]> {
  const wanted = orders.map(({ eventId, order }) => ({ event: eventId, ...order }));
  const { rows } = await sql<{ outcomes: SaleOutcome[] }>`
    ${hot} select sell(${JSON.stringify(wanted)}::jsonb, ${now}) as outcomes`.execute(db);
  return rows[0]?.outcomes ?? [];
}
