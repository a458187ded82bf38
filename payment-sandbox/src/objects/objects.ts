import type Stripe from 'stripe';
import type { CardOnFile } from '../payments/test-cards.ts';

/** Everything that the API can retrieve by id. References are ids here; `expand-fields.ts` replaces them. */
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

/** What the provider knows about an object but does not publish. */
export interface HiddenFacts {
  /** For a session: what it sells, and the fields of the payment intent that it will make. */
  lineItems?: LineItem[];
  products?: BoughtProduct[];
  intentData?: IntentData;
  /** For a session: what the buyer typed last on the card page. */
  typedPayer?: { email: string; name: string; keepCard?: boolean };
  /** For a delayed payment and a delayed refund: how it ends when it is due. */
  endsAs?: 'succeeded' | 'failed';
  /** For a payment intent: the session that made it. */
  checkoutSession?: string;
  /** For a payment method. */
  card?: CardOnFile;
  /** For a customer: set on deletion, when everything but the id is erased. */
  deleted?: true;
}

/** What the card page shows for a line. The published line has only the id of its product. */
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

/** The API sends a decimal as text. The SDK turns it into a Decimal. */
type Price = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string };
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };

export function isObject<T extends ObjectType>(type: T, object: SandboxObject): object is ObjectOf<T> {
  return object.object === type;
}

/** Returns the id from a field that holds either an id or the whole expanded object. */
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
