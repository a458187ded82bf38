import type { PaymentKind } from '../db/tables.ts';
import { ApiError } from '../http/errors.ts';

/** What the provider knows a payment by: a checkout session, or an intent that stands on its own. */
export interface PaymentReference {
  kind: PaymentKind;
  id: string;
}

interface NewPayment {
  /** Our ledger row's. */
  key: string;
  eventId: number;
  title: string;
  amountPence: number;
  customerId: string;
}

/** What a payment intent is opened with. */
export type NewIntent = NewPayment;

/** What a checkout session is opened with. */
export interface NewSession extends NewPayment {
  /** Address of the event's picture, for the payment page. */
  pictureUrl: string | null;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

/** A payment, as the provider sees it now. */
export interface ProviderPayment extends PaymentReference {
  isPaid: boolean;
  /** Expired or cancelled: nobody can pay it any more. */
  isOver: boolean;
  /** Our ledger row's key, from what we attached when it was opened. */
  key: string | null;
  paymentIntentId: string | null;
  amountPence: number;
  currency: string;
  /** Where an open session is paid; null for an intent. */
  url: string | null;
  /** What a card form pays an intent with; null for a session. */
  clientSecret: string | null;
}

export interface ProviderSession extends ProviderPayment {
  /** open, complete or expired. */
  status: string;
  paymentStatus: string;
}

export interface ProviderEvent {
  id: string;
  type: string;
  objectId: string | null;
  /** The payment intent that it is about, when it is about a charge, a refund or a dispute. */
  paymentIntentId: string | null;
}

export interface ProviderRefund {
  id: string;
  status: 'pending' | 'succeeded' | 'failed';
  amountPence: number;
}

/** The buyer's bank asks for the money back. `won` leaves it with us. */
export interface ProviderDispute {
  id: string;
  status: 'open' | 'won' | 'lost';
  /** What it holds back or has taken; nothing while the bank only inquires. */
  heldPence: number;
  /** Whether the money may still be given back: while the bank only inquires, or has decided for us. */
  isRefundable: boolean;
}

/** What became of the money of one payment intent, by whomever; the newest refunds and disputes first. */
export interface ProviderMoney {
  chargedPence: number;
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
}

/** A card that the provider keeps for a customer. */
export interface KeptCard {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/**
 * The card payment provider. Every call may throw `payments_unavailable` when it cannot be reached, its subclass
 * `ProviderFailedError` when it answers that it failed, and `PaymentRefusedError` when it answers that the request
 * is wrong. The provider gives the first answer to a key for a day, also such a one: ask again under another key.
 */
export interface PaymentProvider {
  /** Throws `UnknownCustomerError` too, as does `openIntent`. */
  openSession(session: NewSession): Promise<ProviderPayment>;
  openIntent(intent: NewIntent): Promise<ProviderPayment>;
  /** Undefined when the provider knows no such session. */
  findSession(id: string): Promise<ProviderSession | undefined>;
  /** Undefined when the provider knows no such payment. */
  findPayment(reference: PaymentReference): Promise<ProviderPayment | undefined>;
  /** Ends an open payment so that nobody can pay it any more, and returns what it then is: perhaps paid. */
  endPayment(reference: PaymentReference): Promise<ProviderPayment | undefined>;
  /** Gives back what is left; the id of the refund. One try is carried out once however often it is asked for under the same key. */
  refund(paymentIntentId: string, tryKey: string): Promise<string>;
  /** Undefined when the provider knows no such payment. */
  findMoney(paymentIntentId: string): Promise<ProviderMoney | undefined>;
  /** Makes somebody whom cards can be kept for, once however often it is asked for under the same key. */
  makeCustomer(customer: { key: string; email: string }): Promise<string>;
  /** Where the provider sends its receipts from now on. Throws `UnknownCustomerError` too. */
  changeCustomerEmail(customerId: string, email: string): Promise<void>;
  /** Deletes a customer and the cards kept for them; one that is gone already is no fault. */
  forgetCustomer(customerId: string): Promise<void>;
  /** The newest cards first; none for a customer whom the provider does not know. */
  listCards(customerId: string): Promise<KeptCard[]>;
  /** Checks the signature over the raw body. Throws `bad_signature`. */
  readWebhook(rawBody: Buffer, signature: string | undefined): ProviderEvent;
}

/** The provider answered, with a fault of its own; what it was asked for may be done or not. */
export class ProviderFailedError extends ApiError {
  constructor(cause: Error) {
    super('payments_unavailable', { cause });
  }
}

/** The provider understood and said no. */
export class PaymentRefusedError extends Error {}

/** The customer was deleted at the provider, or is another account's. */
export class UnknownCustomerError extends PaymentRefusedError {
  readonly customerId: string;

  constructor(customerId: string) {
    super(`The provider knows no customer ${customerId}`);
    this.customerId = customerId;
  }
}
