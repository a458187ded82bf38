import type { PaymentKind } from '../db/order-tables.ts';
import { ApiError } from '../http/errors.ts';

/** How the provider names a payment: by the id of a checkout session, or of a payment intent without a session. */
export interface PaymentReference {
  kind: PaymentKind;
  id: string;
}

interface NewPayment {
  /** The key of the payment's row in our ledger, by which Foyer finds that row again. */
  key: string;
  eventId: number;
  amountPence: number;
}

export interface NewIntent extends NewPayment {
  title: string;
  customerId: string;
}

export interface SessionLine {
  name: string;
  description: string;
  quantity: number;
  unitPence: number;
}

export interface NewSession extends NewPayment {
  lines: readonly SessionLine[];
  /** A guest has no customer, so the provider gets only the email address for its receipt. */
  buyer: { customerId: string } | { email: string };
  pictureUrl: string | null;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

export interface ProviderPayment extends PaymentReference {
  isPaid: boolean;
  /** Whether nobody can pay this payment any more, because it expired, was cancelled, or failed. */
  isOver: boolean;
  /** The key of the payment's row in our ledger. Foyer attached this key when it opened the payment. */
  key: string | null;
  paymentIntentId: string | null;
  amountPence: number;
  currency: string;
  /** The payment page of an open session. Null for an intent, and for a session that is no longer open. */
  url: string | null;
  /** The secret with which a card form can pay an intent. Null for a session. */
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

/** A refund to ask for. */
export interface NewRefund {
  paymentIntentId: string;
  amountPence: number;
  /** The key of the refund's row in our ledger, by which Foyer finds that row again. */
  key: string;
  /** How many tries failed before. Each try has an idempotency key of its own. */
  attempt: number;
}

export interface ProviderRefund {
  id: string;
  /** The key of the refund's row in our ledger. Null for a refund that Foyer did not request. */
  key: string | null;
  /** The attempt that made this refund, beginning with 0. Null for a refund that Foyer did not request. */
  attempt: number | null;
  status: 'pending' | 'succeeded' | 'failed';
  amountPence: number;
}

/** A dispute: the buyer's bank asks for the money back. We keep the money when the dispute is `won`. */
export interface ProviderDispute {
  id: string;
  status: 'open' | 'won' | 'lost';
  /** The amount that the bank withholds or has taken. This is 0 while the bank only inquires. */
  heldPence: number;
  /** Whether a refund is still possible: while the bank only inquires, or after the bank decided for us. */
  isRefundable: boolean;
}

/**
 * The amount charged on one payment intent, with its refunds and disputes, newest first. Refunds that Foyer did not
 * request are included.
 */
export interface ProviderMoney {
  chargedPence: number;
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
}

export interface KeptCard {
  id: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
}

/**
 * The card payment provider. A call may throw `payments_unavailable` when the outcome is unknown,
 * `ProviderFailedError` when the provider has failed, and `PaymentRefusedError` when the provider rejects the request.
 * For a day, the provider repeats its first answer to an idempotency key, so a new attempt after a failure needs a new
 * key. After an unknown outcome, repeat the request with the same key, because the first request may still take effect.
 */
export interface PaymentProvider {
  /**
   * Opens a payment, or returns the open payment that an earlier call with the same key opened. Throws
   * `UnknownCustomerError` when the provider does not know the customer, and `UsedKeyError`, as `openIntent` does.
   */
  openSession(session: NewSession): Promise<ProviderPayment>;
  openIntent(intent: NewIntent): Promise<ProviderPayment>;
  findSession(id: string): Promise<ProviderSession | undefined>;
  findPayment(reference: PaymentReference): Promise<ProviderPayment | undefined>;
  /**
   * Ends an open payment so that nobody can pay it any more. The returned payment is paid if the buyer paid in the
   * meantime.
   */
  endPayment(reference: PaymentReference): Promise<ProviderPayment | undefined>;
  /** Makes a refund and returns its id. Repeated calls with the same key and attempt make one refund. */
  refund(refund: NewRefund): Promise<string>;
  findMoney(paymentIntentId: string): Promise<ProviderMoney | undefined>;
  /**
   * Creates a customer who can store cards at the provider, and returns the customer's id. Calls with the same key
   * create one customer.
   */
  createCustomer(customer: { key: string; email: string }): Promise<string>;
  /** Changes the email address for the provider's receipts. Throws `UnknownCustomerError`. */
  changeCustomerEmail(customerId: string, email: string): Promise<void>;
  /** Deletes a customer and the customer's stored cards. Does nothing if the customer is already deleted. */
  forgetCustomer(customerId: string): Promise<void>;
  /** Lists the stored cards, newest first. The list is empty if the provider does not know the customer. */
  listCards(customerId: string): Promise<KeptCard[]>;
  /** Checks the signature over the raw body and reads the event. Throws `bad_signature` for a wrong signature. */
  readWebhook(rawBody: Buffer, signature: string | undefined): ProviderEvent;
}

/**
 * The provider has finished the request and reported its own failure. The provider may still have carried out the
 * request.
 */
export class ProviderFailedError extends ApiError {
  constructor(cause: Error) {
    super('payments_unavailable', { cause });
  }
}

export class PaymentRefusedError extends Error {}

/** The idempotency key came with other parameters before, and the first request opened nothing that is still open. */
export class UsedKeyError extends PaymentRefusedError {}

/** The customer was deleted at the provider, or belongs to another provider account. */
export class UnknownCustomerError extends PaymentRefusedError {
  readonly customerId: string;

  constructor(customerId: string) {
    super(`The provider knows no customer ${customerId}`);
    this.customerId = customerId;
  }
}
