import { Stripe } from 'stripe';
import { ApiError } from '../http/errors.ts';
import {
  PaymentRefusedError,
  ProviderFailedError,
  UnknownCustomerError,
  UsedKeyError,
  type NewSession,
  type PaymentProvider,
  type PaymentReference,
  type ProviderPayment,
  type ProviderSession,
} from './provider.ts';
import {
  describeIntent,
  describeRefund,
  describeSession,
  isFinalAnswer,
  readCard,
  readDispute,
  readEvent,
  readIntent,
  readRefund,
  readSession,
} from './stripe-objects.ts';

interface Connection {
  secretKey: string;
  webhookSecret: string;
  /** Replaces the network: all requests go to this function, which is the payment sandbox in this process. */
  fetch?: typeof fetch;
}

/** The time in a webhook's signature may differ from our clock by this many seconds. */
const maxClockGap = 300;

export function connectStripe({ secretKey, webhookSecret, fetch }: Connection): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    timeout: 15_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  });
  return {
    ...connectPayments(stripe),
    ...connectCustomers(stripe),
    ...connectMoney(stripe),
    readWebhook(rawBody, signature) {
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature ?? '', webhookSecret, maxClockGap);
        assertNotAhead(signature ?? '');
        return readEvent(event);
      } catch {
        throw new ApiError('bad_signature');
      }
    },
  };
}

/**
 * Throws if a signature's time is more than `maxClockGap` in the future. The SDK refuses only old signatures, so an
 * attacker could send a copy of this webhook for longer.
 */
function assertNotAhead(signature: string): void {
  const latest = Date.now() / 1000 + maxClockGap;
  for (const [, seconds = ''] of signature.matchAll(/(?:^|,)t=([^,]*)/g)) {
    // Parse the number in the same way as the SDK.
    if (Number.parseInt(seconds, 10) > latest) throw new Error('The signature is from the future');
  }
}

function connectPayments(
  stripe: Stripe,
): Pick<PaymentProvider, 'openSession' | 'openIntent' | 'findSession' | 'findPayment' | 'endPayment'> {
  return {
    // For a day, Stripe answers a repeated request with the same key with the first session or intent. So Foyer can
    // repeat a request whose answer was lost without opening a second payment.
    openSession: (session) =>
      callStripeFor(findCustomerId(session), () =>
        openOnce(
          async () =>
            readSession(
              await stripe.checkout.sessions.create(describeSession(session), describeKey(session)),
            ),
          () =>
            findByKey(stripe.checkout.sessions.list({ status: 'open', limit: 100 }), session, readSession),
        ),
      ),
    openIntent: (intent) =>
      callStripeFor(intent.customerId, () =>
        openOnce(
          async () =>
            readIntent(await stripe.paymentIntents.create(describeIntent(intent), describeKey(intent))),
          () =>
            findByKey(
              stripe.paymentIntents.list({ customer: intent.customerId, limit: 100 }),
              intent,
              readIntent,
            ),
        ),
      ),
    findSession: (id) => callStripe(() => findSession(stripe, id)),
    findPayment: (reference) => callStripe(() => findPayment(stripe, reference)),
    endPayment: (reference) =>
      callStripe(async () => {
        try {
          return reference.kind === 'session'
            ? readSession(await stripe.checkout.sessions.expire(reference.id))
            : readIntent(await stripe.paymentIntents.cancel(reference.id));
        } catch (error) {
          // Stripe refuses to end a payment that is paid or over. Return its state instead.
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return findPayment(stripe, reference);
          throw error;
        }
      }),
  };
}

function describeKey({ key }: { key: string }): Stripe.RequestOptions {
  return { idempotencyKey: `foyer-payment-${key}` };
}

/**
 * Opens a payment. Stripe refuses a repeated key if a parameter has changed, such as the title of the event, or an
 * address in an upgrade of Foyer. The buyer then gets the payment of the first request, because both could be paid.
 */
async function openOnce(
  open: () => Promise<ProviderPayment>,
  findFirst: () => Promise<ProviderPayment | undefined>,
): Promise<ProviderPayment> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
    const first = await findFirst();
    if (!first) throw new UsedKeyError(error.message);
    return first;
  }
}

/** Far above the number of payments that are open at the same moment. */
const maxOpen = 5000;

/** Finds the open payment of a row in our ledger. Newer payments come first. */
async function findByKey<Listed>(
  listed: AsyncIterable<Listed>,
  { key }: { key: string },
  read: (one: Listed) => ProviderPayment,
): Promise<ProviderPayment | undefined> {
  let seen = 0;
  for await (const one of listed) {
    const payment = read(one);
    if (payment.key === key && !payment.isOver) return payment;
    seen += 1;
    if (seen === maxOpen) return undefined;
  }
  return undefined;
}

/** Far above the number of refunds or disputes that one payment ever has. */
const maxPerPayment = 100;

function connectMoney(stripe: Stripe): Pick<PaymentProvider, 'refund' | 'findMoney'> {
  return {
    refund: (refund) =>
      callStripe(async () => {
        const options = { idempotencyKey: `foyer-refund-${refund.key}-${refund.attempt}` };
        return (await stripe.refunds.create(describeRefund(refund), options)).id;
      }),
    findMoney: (payment_intent) =>
      callStripe(async () => {
        try {
          const of = { payment_intent, limit: maxPerPayment };
          const [intent, refunds, disputes] = await Promise.all([
            stripe.paymentIntents.retrieve(payment_intent),
            stripe.refunds.list(of),
            stripe.disputes.list(of),
          ]);
          return {
            chargedPence: intent.amount_received,
            refunds: refunds.data.map(readRefund),
            disputes: disputes.data.map(readDispute),
          };
        } catch (error) {
          if (isMissing(error)) return undefined;
          throw error;
        }
      }),
  };
}

/** Far above the number of cards that a person stores. */
const maxCards = 100;

function connectCustomers(
  stripe: Stripe,
): Pick<PaymentProvider, 'createCustomer' | 'changeCustomerEmail' | 'forgetCustomer' | 'listCards'> {
  return {
    createCustomer: ({ key, email }) =>
      callStripe(async () => {
        const customer = await stripe.customers.create(
          { email, metadata: { customer: key } },
          { idempotencyKey: `foyer-customer-${key}` },
        );
        return customer.id;
      }),
    changeCustomerEmail: (customerId, email) =>
      callStripeFor(customerId, async () => {
        await stripe.customers.update(customerId, { email });
      }),
    forgetCustomer: (customerId) =>
      callStripe(async () => {
        try {
          await stripe.customers.del(customerId);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }),
    listCards: (customerId) =>
      callStripe(async () => {
        try {
          const { data } = await stripe.customers.listPaymentMethods(customerId, {
            type: 'card',
            limit: maxCards,
          });
          return data.flatMap((method) => readCard(method) ?? []);
        } catch (error) {
          if (isMissing(error)) return [];
          throw error;
        }
      }),
  };
}

async function findSession(stripe: Stripe, id: string): Promise<ProviderSession | undefined> {
  try {
    // The expanded intent shows whether the payment of a completed session failed.
    return readSession(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function findPayment(
  stripe: Stripe,
  { kind, id }: PaymentReference,
): Promise<ProviderPayment | undefined> {
  if (kind === 'session') return findSession(stripe, id);
  try {
    return readIntent(await stripe.paymentIntents.retrieve(id));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Turns errors of the Stripe SDK into Foyer's errors: outcome unknown, provider failed, or request refused. */
async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new PaymentRefusedError(error.message);
    if (error instanceof Stripe.errors.StripeError && isFinalAnswer(error))
      throw new ProviderFailedError(error);
    if (error instanceof Stripe.errors.StripeError)
      throw new ApiError('payments_unavailable', { cause: error });
    throw error;
  }
}

function findCustomerId({ buyer }: NewSession): string | null {
  return 'customerId' in buyer ? buyer.customerId : null;
}

/**
 * Throws `UnknownCustomerError` if Stripe reports that something is missing. Use this only for requests that refer to
 * nothing but a customer. Without a customer, `customerId` is null.
 */
function callStripeFor<T>(customerId: string | null, call: () => Promise<T>): Promise<T> {
  return callStripe(async () => {
    try {
      return await call();
    } catch (error) {
      throw customerId !== null && isMissing(error) ? new UnknownCustomerError(customerId) : error;
    }
  });
}
