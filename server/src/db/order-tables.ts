import type { GeneratedAlways } from 'kysely';
import type { Defaulted } from './defaulted.ts';

export interface TicketTypesTable {
  id: GeneratedAlways<number>;
  event_id: number;
  name: string;
  description: Defaulted<string | null>;
  price_pence: number;
  quantity: Defaulted<number | null>;
  sold: Defaulted<number>;
  sales_start: Defaulted<Date | null>;
  sales_end: Defaulted<Date | null>;
  min_per_order: Defaulted<number>;
  max_per_order: Defaulted<number>;
  max_per_buyer: Defaulted<number | null>;
  visibility: Defaulted<'public' | 'hidden'>;
  paused: Defaulted<boolean>;
  position: Defaulted<number>;
  archived_at: Defaulted<Date | null>;
  created_at: Defaulted<Date>;
}

/** `unlock`: the code gives no discount, but shows hidden ticket types. */
export type PromoCodeKind = 'percent' | 'amount' | 'unlock';

export interface PromoCodesTable {
  id: GeneratedAlways<number>;
  team_id: number | null;
  /** With null, the promo code works for all events of the team. */
  event_id: number | null;
  code: string;
  kind: PromoCodeKind;
  percent: Defaulted<number | null>;
  amount_pence: Defaulted<number | null>;
  starts_at: Defaulted<Date | null>;
  ends_at: Defaulted<Date | null>;
  max_uses: Defaulted<number | null>;
  max_per_buyer: Defaulted<number | null>;
  uses: Defaulted<number>;
  ended_at: Defaulted<Date | null>;
  created_at: Defaulted<Date>;
}

export interface PromoCodeTypesTable {
  promo_code_id: number;
  ticket_type_id: number;
}

export interface PromoCodeBuyersTable {
  promo_code_id: number;
  buyer: string;
  uses: number;
}

export interface BuyerCountsTable {
  ticket_type_id: number;
  buyer: string;
  tickets: number;
}

/** `held`: the order is unpaid, and keeps its places until `hold_expires_at`. */
export type OrderStatus = 'held' | 'confirmed' | 'expired' | 'cancelled';

export interface OrdersTable {
  id: GeneratedAlways<number>;
  number: Defaulted<string>;
  event_id: number;
  user_id: number | null;
  buyer_name: string | null;
  buyer_email: string | null;
  status: OrderStatus;
  placed_at: Date;
  hold_expires_at: Date | null;
  confirmed_at: Defaulted<Date | null>;
  warned_hold_of: Defaulted<Date | null>;
  made_by: Defaulted<number | null>;
  subtotal_pence: Defaulted<number>;
  discount_pence: Defaulted<number>;
  total_pence: Defaulted<number>;
  fee_pence: Defaulted<number>;
  currency: Defaulted<string>;
  seller_team_id: Defaulted<number | null>;
  channel: Defaulted<'web' | 'older_api' | 'complimentary'>;
  locale: Defaulted<string>;
  refund_days: Defaulted<number | null>;
  mail_due_at: Defaulted<Date | null>;
  key_salt: Defaulted<string>;
  is_single: Defaulted<boolean>;
  idempotency_key: Defaulted<string | null>;
  body_hash: Defaulted<Buffer | null>;
  promo_code_id: Defaulted<number | null>;
  uses_code: Defaulted<boolean>;
  device_hash: Defaulted<Buffer | null>;
  more_time_at: Defaulted<Date | null>;
  held_since: Defaulted<Date | null>;
}

/** `held` and `expired`: the ticket was never issued, and has no ticket code. */
export type TicketStatus = 'held' | 'valid' | 'used' | 'cancelled' | 'refunded' | 'expired';

export interface TicketsTable {
  id: GeneratedAlways<number>;
  event_id: number;
  order_id: number;
  place: Defaulted<number>;
  ticket_type_id: number;
  type_name: string;
  attendee_name: Defaulted<string | null>;
  attendee_email: Defaulted<string | null>;
  list_pence: Defaulted<number>;
  discount_pence: Defaulted<number>;
  price_pence: number;
  tax_pence: Defaulted<number | null>;
  payment_id: Defaulted<number | null>;
  ticket_code: Defaulted<string | null>;
  short_code: Defaulted<string | null>;
  status: TicketStatus;
  issued_at: Defaulted<Date | null>;
  used_at: Defaulted<Date | null>;
  used_by: Defaulted<number | null>;
  used_link: Defaulted<number | null>;
  transferred_at: Defaulted<Date | null>;
}

/** Lets volunteers without an account check in the tickets of an event on its day. */
export interface DoorLinksTable {
  id: GeneratedAlways<number>;
  event_id: number;
  name: string;
  key_hash: Buffer;
  created_by: number | null;
  created_at: Date;
  last_used_at: Defaulted<Date | null>;
  revoked_at: Defaulted<Date | null>;
}

/** A scan that admitted somebody, so that a device may send it again. */
export interface DoorScansTable {
  event_id: number;
  id: string;
  ticket_id: number;
  scanned_at: Date;
  received_at: Date;
}

/** The codes that a ticket had before its buyer gave it to somebody else. */
export interface TicketTransfersTable {
  ticket_id: number;
  old_ticket_code: string;
  old_short_code: string | null;
  idempotency_key: string;
  body_hash: Buffer;
  key_salt: Defaulted<string>;
  transferred_at: Date;
}

/** `charged_back`: the buyer's bank has taken the money back for good. */
export type PaymentStatus =
  | 'starting'
  | 'open'
  | 'paid'
  | 'expired'
  | 'refund_pending'
  | 'refunded'
  | 'charged_back';

/** `session`: the buyer pays on the provider's checkout page. `intent`: the buyer pays in a card form of the client. */
export type PaymentKind = 'session' | 'intent';

export type RefundReason = 'no_seat' | 'requested' | 'event_cancelled' | 'buyer_cancelled';

export interface PaymentsTable {
  id: GeneratedAlways<number>;
  provider_key: Defaulted<string>;
  user_id: number | null;
  event_id: number | null;
  order_id: number | null;
  kind: Defaulted<PaymentKind>;
  provider_session_id: string | null;
  payment_intent_id: string | null;
  /** The provider's account that gets the money. Always null for now: the account of the site. */
  provider_account: Defaulted<string | null>;
  checkout_url: string | null;
  return_site: Defaulted<string | null>;
  amount_pence: number;
  currency: Defaulted<string>;
  status: PaymentStatus;
  checked_at: Defaulted<Date | null>;
  created_at: Date;
  expires_at: Date;
  paid_at: Date | null;
  refunded_at: Date | null;
  amount_refunded_pence: Defaulted<number>;
  amount_disputed_pence: Defaulted<number>;
  committed_refund_pence: Defaulted<number>;
  disputed_at: Defaulted<Date | null>;
  dispute_id: Defaulted<string | null>;
  is_refund_blocked: Defaulted<boolean>;
  revision: Defaulted<number>;
  differs: Defaulted<boolean>;
}

/** `pending`: Foyer must still request the refund, or the bank has not confirmed the refund yet. */
export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface RefundsTable {
  id: GeneratedAlways<number>;
  payment_id: number;
  provider_key: Defaulted<string>;
  provider_refund_id: Defaulted<string | null>;
  amount_pence: number;
  reason: RefundReason;
  note: Defaulted<string | null>;
  requested_by: Defaulted<number | null>;
  /** Whether somebody made the refund at the provider, without Foyer. */
  made_outside: Defaulted<boolean>;
  ends_tickets: boolean;
  idempotency_key: Defaulted<string | null>;
  body_hash: Defaulted<Buffer | null>;
  status: RefundStatus;
  attempts: Defaulted<number>;
  created_at: Date;
  asked_at: Defaulted<Date | null>;
  finished_at: Defaulted<Date | null>;
}

export interface RefundTicketsTable {
  refund_id: number;
  ticket_id: number;
  amount_pence: number;
}

/** The network addresses, as keyed hashes, from which open holds were made. */
export interface HoldSourcesTable {
  order_id: number;
  source: Buffer;
}
