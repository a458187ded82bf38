import { Stripe } from 'stripe';
import { reconcileJob } from '../src/features/payments/payments.jobs.ts';
import type { TestApp } from './app.ts';
import { only, openCheckout, testPassword, type TestUser } from './factories.ts';

/** The official SDK in front of the app's sandbox: the provider's own side of things. */
export function connectProvider(app: TestApp): Stripe {
  return new Stripe('sk_sandbox_elsewhere', {
    httpClient: Stripe.createFetchHttpClient(app.sandbox.fetch),
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

export function askForIntent(app: TestApp, user: TestUser, eventId: number) {
  return app.call('POST /stripe/create-payment-intent', {
    token: user.token,
    body: { eventId, userId: user.id },
  });
}

/** Opens a payment for a card form of the client's own, and gives its id. */
export async function openIntent(app: TestApp, user: TestUser, eventId: number): Promise<string> {
  const { status, body } = await askForIntent(app, user, eventId);
  if (status !== 200) throw new Error(`No payment intent was opened: ${JSON.stringify(body)}`);
  return body.paymentIntentId;
}

/** Pays an intent as a card form does, with one of the provider's test cards. */
export function payIntent(app: TestApp, intentId: string, card = 'pm_card_visa') {
  return connectProvider(app).paymentIntents.confirm(intentId, { payment_method: card });
}

/** Buys a ticket on the payment page. */
export async function buyTicket(
  app: TestApp,
  buyer: TestUser,
  eventId: number,
  card: { number: string; keepCard?: boolean } = { number: '4242 4242 4242 4242' },
): Promise<{ ticketId: number; sessionId: string }> {
  const sessionId = await openCheckout(app, buyer, eventId);
  await app.sandbox.payWithCard(sessionId, card);
  const { status, body } = await app.call('POST /stripe/sync-payment/:sessionId', {
    token: buyer.token,
    params: { sessionId },
  });
  if (status !== 200) throw new Error(`No ticket was bought: ${JSON.stringify(body)}`);
  return { ticketId: Number(body.ticketId), sessionId };
}

export async function readIntentStatus(app: TestApp, id: string) {
  return (await connectProvider(app).paymentIntents.retrieve(id)).status;
}

/** The payments for an event, oldest first. */
export function listPayments(app: TestApp, eventId: number) {
  return app.db
    .selectFrom('payments')
    .select(['kind', 'status', 'provider_session_id', 'payment_intent_id', 'provider_key'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
}

export async function countRemaining(app: TestApp, eventId: number) {
  const { body } = await app.call('GET /events/:id', { params: { id: eventId } });
  return body.event.tickets_remaining;
}

/** Time that was moved on has ended the access token. */
export async function logInAgain(app: TestApp, user: TestUser): Promise<TestUser> {
  const { username } = user;
  const { body } = await app.call('POST /auth/login', { body: { username, password: testPassword } });
  return { ...user, token: body.data.accessToken };
}

/** Cancels the one registration that somebody has. */
export async function cancelRegistration(app: TestApp, { id, token }: TestUser): Promise<void> {
  const { body } = await app.call('GET /users/:id/registrations', { token, params: { id } });
  await app.call('PATCH /events/registrations/:id/cancel', {
    token,
    params: { id: only(body.registrations).id },
  });
}

interface Book {
  charged: number;
  refunded: number;
  refundPending: number;
  disputed: number;
}

/**
 * What the ledger says of every payment that took money, and what the provider says, by payment intent, once the
 * repair job has seen to what no webhook has told yet.
 */
export async function readBothBooks(app: TestApp) {
  app.clock.advance(3 * 60_000);
  await reconcileJob.run(app.deps, {});
  const rows = await app.db
    .selectFrom('payments')
    .select([
      'payment_intent_id',
      'amount_pence as charged',
      'amount_refunded_pence as refunded',
      'amount_disputed_pence as disputed',
      'status',
      'refund_id',
    ])
    .where('paid_at', 'is not', null)
    .execute();
  const ledger = new Map<string | null, Book>();
  for (const { payment_intent_id: intent, status, refund_id, ...book } of rows) {
    const isUnderWay = status === 'refund_pending' && refund_id !== null;
    ledger.set(intent, { ...book, refundPending: isUnderWay ? book.charged - book.refunded : 0 });
  }
  const provider = new Map<string | null, Book>();
  for (const { paymentIntent, charged, refunded, refundPending, disputed } of await app.sandbox.books()) {
    provider.set(paymentIntent, { charged, refunded, refundPending, disputed });
  }
  return { ledger, provider };
}
