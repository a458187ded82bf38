import { Stripe } from 'stripe';
import { ApiError } from '../http/errors.ts';

/** What a checkout session is opened with; `key` is our ledger row's. */
export interface NewSession {
  key: string;
  eventId: number;
  title: string;
  /** Address of the event's picture, for the payment page. */
  pictureUrl: string | null;
  amountPence: number;
  email: string;
  expiresAt: Date;
  successUrl: string;
  cancelUrl: string;
}

/** A checkout session, as the provider sees it now. */
export interface ProviderSession {
  id: string;
  /** open, complete or expired. */
  status: string;
  isPaid: boolean;
  paymentStatus: string;
  /** Our ledger row's key, from what we attached when it was opened. */
  key: string | null;
  eventId: number | null;
  paymentIntentId: string | null;
  amountPence: number;
  currency: string;
  url: string | null;
}

export interface ProviderEvent {
  id: string;
  type: string;
  objectId: string | null;
}

export interface ProviderRefund {
  id: string;
  status: 'pending' | 'succeeded' | 'failed';
}

/**
 * The card payment provider. Every call may throw `payments_unavailable` when it cannot be reached, and
 * `PaymentRefusedError` when it answers that the request is wrong.
 */
export interface PaymentProvider {
  openSession(session: NewSession): Promise<ProviderSession>;
  /** Undefined when the provider knows no such session. */
  findSession(id: string): Promise<ProviderSession | undefined>;
  /** Ends an open session so that nobody can pay it any more, and returns what it then is. */
  expireSession(id: string): Promise<ProviderSession | undefined>;
  /** Gives everything back. One try is carried out once however often it is asked for under the same key. */
  refund(paymentIntentId: string, tryKey: string): Promise<ProviderRefund>;
  findRefund(id: string): Promise<ProviderRefund>;
  /** Checks the signature over the raw body. Throws `bad_signature`. */
  readWebhook(rawBody: Buffer, signature: string | undefined): ProviderEvent;
}

/** The provider understood and said no. */
export class PaymentRefusedError extends Error {}

interface Connection {
  secretKey: string;
  webhookSecret: string;
  /** Stands in for the network when the sandbox answers in this process. */
  fetch?: typeof fetch;
}

export function connectStripe({ secretKey, webhookSecret, fetch }: Connection): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    timeout: 15_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  });
  return {
    openSession: (session) =>
      ask(async () =>
        readSession(
          // A repeat within a day, after a lost answer say, gets the same session.
          await stripe.checkout.sessions.create(describeSession(session), {
            idempotencyKey: `foyer-payment-${session.key}`,
          }),
        ),
      ),
    findSession: (id) => ask(() => findSession(stripe, id)),
    expireSession: (id) =>
      ask(async () => {
        try {
          return readSession(await stripe.checkout.sessions.expire(id));
        } catch (error) {
          // Only an open session can be expired; one that is paid or over is told as it is.
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return findSession(stripe, id);
          throw error;
        }
      }),
    refund: (paymentIntentId, tryKey) =>
      ask(async () => {
        const refund = await stripe.refunds.create(
          { payment_intent: paymentIntentId },
          { idempotencyKey: `foyer-refund-${tryKey}` },
        );
        return { id: refund.id, status: readRefundStatus(refund.status) };
      }),
    findRefund: (id) =>
      ask(async () => {
        const refund = await stripe.refunds.retrieve(id);
        return { id: refund.id, status: readRefundStatus(refund.status) };
      }),
    readWebhook(rawBody, signature) {
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret);
        const { object } = event.data;
        const objectId = 'id' in object && typeof object.id === 'string' ? object.id : null;
        return { id: event.id, type: event.type, objectId };
      } catch {
        throw new ApiError('bad_signature');
      }
    },
  };
}

async function findSession(stripe: Stripe, id: string): Promise<ProviderSession | undefined> {
  try {
    return readSession(await stripe.checkout.sessions.retrieve(id));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404)
      return undefined;
    throw error;
  }
}

/** Tells an unreachable provider from a refused request. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new PaymentRefusedError(error.message);
    if (error instanceof Stripe.errors.StripeError)
      throw new ApiError('payments_unavailable', { cause: error });
    throw error;
  }
}

function describeSession(session: NewSession): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment: session.key, event: String(session.eventId) };
  return {
    mode: 'payment',
    // A card is paid or not when its page is left; other ways would keep a seat waiting for days.
    allowed_payment_method_types: ['card'],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'gbp',
          unit_amount: session.amountPence,
          product_data: { name: session.title, ...(session.pictureUrl && { images: [session.pictureUrl] }) },
        },
      },
    ],
    customer_email: session.email,
    client_reference_id: session.key,
    metadata,
    payment_intent_data: { metadata },
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    expires_at: Math.floor(session.expiresAt.getTime() / 1000),
  };
}

function readSession(session: Stripe.Checkout.Session): ProviderSession {
  const intent = session.payment_intent;
  return {
    id: session.id,
    status: session.status ?? 'open',
    isPaid: session.payment_status === 'paid',
    paymentStatus: session.payment_status,
    key: session.metadata?.payment ?? null,
    eventId: Number(session.metadata?.event) || null,
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amountPence: session.amount_total ?? 0,
    currency: session.currency ?? 'gbp',
    url: session.url,
  };
}

function readRefundStatus(status: string | null): ProviderRefund['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}
