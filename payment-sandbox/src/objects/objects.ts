import type Stripe from 'stripe';
import type { CardOnFile } from '../payments/test-cards.ts';

/** Everything that has an id of its own, shaped as the provider publishes it, never with parts expanded. */
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

/** What the provider knows of an object and does not publish with it. */
export interface HiddenFacts {
  /** Of a session: what is bought, and what its payment intent will be given. */
  lineItems?: LineItem[];
  products?: BoughtProduct[];
  intentData?: IntentData;
  /** Of a session: who pays, as the card page's last attempt said. */
  typedPayer?: { email: string; name: string; keepCard?: boolean };
  /** Of a session with a delayed payment, and of a refund: how it ends once it is due. */
  endsAs?: 'succeeded' | 'failed';
  /** Of a payment intent: the session that made it. */
  checkoutSession?: string;
  /** Of a payment method. */
  card?: CardOnFile;
  /** Of a customer: only the id is still known, as having been deleted. */
  deleted?: true;
}

/** What the hosted page shows of a line; the published line has only its product's id. */
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

/** On the wire a decimal is text; the SDK turns it into its Decimal on arrival. */
type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };

export function isObject<T extends ObjectType>(type: T, object: SandboxObject): object is ObjectOf<T> {
  return object.object === type;
}

/** The id in a field that holds an id or, expanded, the whole object. */
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
