import type { PaymentKind } from '../db/order-tables.ts';
import { ApiError } from '../http/errors.ts';

/** The provider's id of a payment: a checkout session, or a payment intent without a session. */
export interface PaymentReference {
  kind: PaymentKind;
  id: string;
}

interface NewPayment {
  /** The key of our ledger row, by which the row is found again. */
  key: string;
  eventId: number;
  title: string;
  amountPence: number;
  customerId: string;
}

/** A payment intent to open. */
export type NewIntent = NewPayment;

/** A checkout session to open. */
export interface NewSession extends NewPayment {
  /** URL of the event's picture, for the payment page. */
  pictureUrl: string | null;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

/** A payment as the provider reports it now. */
export interface ProviderPayment extends PaymentReference {
  isPaid: boolean;
  /** Whether it can no longer be paid: it has expired, was cancelled, or the payment of the session failed. */
  isOver: boolean;
  /** The key of our ledger row, which we attached when we opened the payment. */
  key: string | null;
  paymentIntentId: string | null;
  amountPence: number;
  currency: string;
  /** The payment page of an open session; null for an intent. */
  url: string | null;
  /** The secret with which a card form can pay an intent; null for a session. */
  clientSecret: string | null;
}

export interface ProviderSession extends ProviderPayment {
  /** One of `open`, `complete` and `expired`. */
  status: string;
  paymentStatus: string;
}

export interface ProviderEvent {
  id: string;
  type: string;
  objectId: string | null;
  /** The payment intent, when the event is about a charge, a refund or a dispute. */
  paymentIntentId: string | null;
}

export interface ProviderRefund {
  id: string;
  status: 'pending' | 'succeeded' | 'failed';
  amountPence: number;
}

/** A dispute: the buyer's bank asks for the money back. If the dispute is `won`, we keep the money. */
export interface ProviderDispute {
  id: string;
  status: 'open' | 'won' | 'lost';
  /** How much the bank withholds or has taken; 0 while it only inquires. */
  heldPence: number;
  /** Whether we may still refund: while the bank only inquires, or after the bank decided for us. */
  isRefundable: boolean;
}

/**
 * The amount charged on one payment intent, and its refunds and disputes, newest first, including those that Foyer did
 * not start.
 */
export interface ProviderMoney {
  chargedPence: number;
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
}

/** A card that the provider stores for a customer. */
export interface KeptCard {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/**
 * The card payment provider. Every call may throw `payments_unavailable` when the provider cannot be reached, its
 * subclass `ProviderFailedError` when the provider reports its own failure, and `PaymentRefusedError` when it rejects
 * the request. For a day the provider repeats its first answer to an idempotency key, even a failure. A new try needs a
 * new key.
 */
export interface PaymentProvider {
  /** This and `openIntent` also throw `UnknownCustomerError`. */
  openSession(session: NewSession): Promise<ProviderPayment>;
  openIntent(intent: NewIntent): Promise<ProviderPayment>;
  /** Undefined when the provider does not know the session. */
  findSession(id: string): Promise<ProviderSession | undefined>;
  /** Undefined when the provider does not know the payment. */
  findPayment(reference: PaymentReference): Promise<ProviderPayment | undefined>;
  /**
   * Ends an open payment so that it can no longer be paid. Returns its state, which is paid if the buyer paid
   * meanwhile.
   */
  endPayment(reference: PaymentReference): Promise<ProviderPayment | undefined>;
  /** Refunds the amount that is left and returns the refund's id. Repeated calls with the same key make one refund. */
  refund(paymentIntentId: string, tryKey: string): Promise<string>;
  /** Undefined when the provider does not know the payment. */
  findMoney(paymentIntentId: string): Promise<ProviderMoney | undefined>;
  /**
   * Creates a customer at the provider, who can store cards there, and returns the customer's id. Calls with the same
   * key create one customer.
   */
  createCustomer(customer: { key: string; email: string }): Promise<string>;
  /** Changes the email address for the provider's receipts. Also throws `UnknownCustomerError`. */
  changeCustomerEmail(customerId: string, email: string): Promise<void>;
  /** Deletes a customer and the customer's stored cards. Does nothing if the customer is gone already. */
  forgetCustomer(customerId: string): Promise<void>;
  /** The stored cards, newest first; none if the provider does not know the customer. */
  listCards(customerId: string): Promise<KeptCard[]>;
  /** Checks the signature over the raw body. Throws `bad_signature`. */
  readWebhook(rawBody: Buffer, signature: string | undefined): ProviderEvent;
}

/** The provider reported its own failure. It may or may not have carried out the request. */
export class ProviderFailedError extends ApiError {
  constructor(cause: Error) {
    super('payments_unavailable', { cause });
  }
}

/** The provider rejected the request. */
export class PaymentRefusedError extends Error {}

/** The customer was deleted at the provider, or belongs to another account. */
export class UnknownCustomerError extends PaymentRefusedError {
  readonly customerId: string;

  constructor(customerId: string) {
    super(`The provider knows no customer ${customerId}`);
    this.customerId = customerId;
  }
}
