import type Stripe from 'stripe';
import type { CardOnFile } from '../payments/test-cards.ts';

/**
 * Any object that the API can return. An object names other objects by their ids. `expand-fields.ts` replaces these
 * ids with whole objects if the caller asks for them.
 */
export type SandboxObject =
  | Stripe.Charge
  | Stripe.Checkout.Session
  | Stripe.Customer
  | Stripe.Dispute
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.Refund;

export type ObjectType = SandboxObject['object'];
export type ObjectOf<T extends ObjectType> = Extract<SandboxObject, { object: T }>;

/** Data about an object that the payment sandbox stores, but that the API does not return. */
export interface HiddenFacts {
  /**
   * `lineItems` and `products` are the goods of a session. `intentData` has the fields for its payment intent, which
   * is created at the first attempt to pay.
   */
  lineItems?: LineItem[];
  products?: BoughtProduct[];
  intentData?: IntentData;
  /** The later result of a delayed payment or refund. */
  endsAs?: 'succeeded' | 'failed';
  /** The session that a payment intent pays for. */
  checkoutSession?: string;
  /** The card of a payment method, with its full number. */
  card?: CardOnFile;
  /** This is true for a deleted customer, whose other data are erased. */
  deleted?: true;
}

/** What the card page shows about a line item, for which the API has only the id of the product. */
export interface BoughtProduct {
  name: string;
  description: string | null;
  images: string[];
}

export interface IntentData {
  metadata: Record<string, string>;
  description: string | null;
  receiptEmail: string | null;
  setupFutureUsage: 'off_session' | 'on_session' | null;
  statementDescriptorSuffix: string | null;
}

/**
 * The SDK's type has a `Decimal` here, because the SDK converts the text that the API sends. The payment sandbox is
 * the API, so it has the text.
 */
type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };

export function isObject<T extends ObjectType>(type: T, object: SandboxObject): object is ObjectOf<T> {
  return object.object === type;
}

/** Returns the id of the object in a field. The field contains either the id or the whole object. */
export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : reference;
}

export function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

export const NO_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
