import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import type { RefundStatus } from '../src/db/order-tables.ts';
import type { Tables } from '../src/db/tables.ts';
import { deriveWebhookSecret } from '../src/payments/connect.ts';
import { reconcilePayments } from '../src/features/payments/ledger/reconcile.service.ts';
import { settleMoney } from '../src/features/payments/ledger/money.service.ts';
import { findPayment, selectFirstTicket } from '../src/features/payments/payments.queries.ts';
import { idOf } from '@foyer/payment-sandbox/objects/objects.ts';
import type { TestApp } from './app.ts';
import { only, openCheckout, testPassword, type TestUser } from './factories.ts';

/** Connects the official Stripe SDK to the app's payment sandbox, so that a test can change payments there itself. */
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

/** Returns the id of a payment intent, which a client pays in its own card form. */
export async function openIntent(app: TestApp, user: TestUser, eventId: number): Promise<string> {
  const { status, body } = await askForIntent(app, user, eventId);
  if (status !== 200) throw new Error(`No payment intent was opened: ${JSON.stringify(body)}`);
  return body.paymentIntentId;
}

export function payIntent(app: TestApp, intentId: string, card = 'pm_card_visa') {
  return connectProvider(app).paymentIntents.confirm(intentId, { payment_method: card });
}

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

/** Logs the user in again, because access tokens expire when the clock is advanced. */
export async function logInAgain(app: TestApp, user: TestUser): Promise<TestUser> {
  const { username } = user;
  const { body } = await app.call('POST /auth/login', { body: { username, password: testPassword } });
  return { ...user, token: body.data.accessToken };
}

export async function cancelRegistration(app: TestApp, { id, token }: TestUser): Promise<void> {
  const { body } = await app.call('GET /users/:id/registrations', { token, params: { id } });
  await app.call('PATCH /events/registrations/:id/cancel', {
    token,
    params: { id: only(body.registrations).id },
  });
}

/** Settles a payment with the amounts that the provider reports, as after a webhook. */
export async function settleMoneyOf(app: TestApp, paymentId: number) {
  const payment = await findPayment(app.db, paymentId);
  if (!payment) throw new Error(`There is no payment ${paymentId}`);
  return settleMoney(app.deps, payment);
}

/** Selects a column of a payment's newest refund. Leaves out the refunds that failed. */
export function selectRefund<Column extends 'provider_refund_id' | 'reason' | 'attempts'>(column: Column) {
  return sql<Tables['refunds'][Column] | null>`(
    select ${sql.ref(column)} from refunds where payment_id = payments.id and refunds.status <> 'failed'
    order by id desc limit 1
  )`;
}

export function readPayment(app: TestApp, sessionId: string) {
  return app.db
    .selectFrom('payments')
    .select((select) => [
      'id',
      'status',
      selectFirstTicket(select).as('ticket_id'),
      'payment_intent_id',
      selectRefund('provider_refund_id').as('refund_id'),
      selectRefund('reason').as('refund_reason'),
      selectRefund('attempts').as('refund_attempts'),
      'amount_refunded_pence as refunded',
      'amount_disputed_pence as held',
      'disputed_at',
    ])
    .where('provider_session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

interface RefundState {
  attempts: number;
  provider_refund_id?: string;
  status?: RefundStatus;
}

/** Inserts a refund of a whole payment, by default one that Foyer has not asked for yet. */
export async function insertRefund(app: TestApp, paymentId: number, state: RefundState) {
  const whole = sql<number>`amount_pence`;
  const isBack = state.status === 'succeeded';
  const { amount_pence } = await app.db
    .updateTable('payments')
    .set({
      status: isBack ? 'refunded' : 'refund_pending',
      committed_refund_pence: whole,
      ...(isBack && { amount_refunded_pence: whole }),
    })
    .where('id', '=', paymentId)
    .returning('amount_pence')
    .executeTakeFirstOrThrow();
  const now = app.clock.now();
  await app.db
    .insertInto('refunds')
    .values({
      payment_id: paymentId,
      amount_pence,
      reason: 'requested',
      ends_tickets: true,
      status: 'pending',
      created_at: now,
      finished_at: isBack ? now : null,
      ...state,
    })
    .execute();
}

/** Sends a signed webhook of any type, as the provider does. `signedAt` is in milliseconds; by default now. */
export function sendWebhook(
  app: TestApp,
  event: { id: string; type: string; object: object; signedAt?: number },
) {
  const { id, type, object, signedAt = Date.now() } = event;
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } });
  const secret = deriveWebhookSecret(app.deps.sessionSecret);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(signedAt / 1000),
  });
  return app.send('POST', '/api/stripe/webhook', {
    payload,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  });
}

export async function readTicketStatus(app: TestApp, id: number) {
  const ticket = await app.db.selectFrom('tickets').select('status').where('id', '=', id).executeTakeFirst();
  return ticket?.status;
}

async function findIntentId(app: TestApp, sessionId: string): Promise<string> {
  return idOf((await connectProvider(app).checkout.sessions.retrieve(sessionId)).payment_intent) ?? '';
}

/**
 * Refunds a payment directly at the provider: `amount` pence, or the whole payment. Foyer did not ask for
 * this refund, so it must learn of the refund from the provider.
 */
export async function refundElsewhere(app: TestApp, sessionId: string, amount?: number) {
  const payment_intent = await findIntentId(app, sessionId);
  return connectProvider(app).refunds.create({ payment_intent, amount });
}

async function findChargeId(app: TestApp, sessionId: string): Promise<string> {
  const payment_intent = await findIntentId(app, sessionId);
  return only((await connectProvider(app).charges.list({ payment_intent })).data).id;
}

/**
 * `amount` is in pence. Without an amount, the dispute is about all that is left of the payment. Returns the id of the
 * dispute.
 */
export async function openDispute(app: TestApp, sessionId: string, amount?: number): Promise<string> {
  return (await app.sandbox.openDispute(await findChargeId(app, sessionId), { amount })).id;
}

/** Returns the id of an inquiry of the buyer's bank. Unlike a dispute, an inquiry takes no money back. */
export async function openInquiry(app: TestApp, sessionId: string): Promise<string> {
  return (await app.sandbox.openInquiry(await findChargeId(app, sessionId))).id;
}

export async function listAuditEntries(app: TestApp, type: string, objectId: number) {
  const entries = await app.db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.actor_id')
    .select(['action', 'username', 'machine', 'actor_id', 'event_id', 'details'])
    .where('object_type', '=', type)
    .where('object_id', '=', objectId)
    .orderBy('audit_entries.id')
    .execute();
  return entries;
}

export async function listActions(app: TestApp, type: string, objectId: number) {
  return (await listAuditEntries(app, type, objectId)).map(({ action }) => action);
}

export function listRefundMails(app: TestApp, { email }: { email: string }) {
  return app.mails.filter((mail) => mail.to === email && mail.subject.includes('on its way back'));
}

interface Book {
  charged: number;
  refunded: number;
  refundPending: number;
  disputed: number;
}

/**
 * Returns what was charged, refunded and disputed for each payment intent, once from our ledger and once from
 * the provider. Reconciles first, because the provider may not have sent a webhook for every change yet.
 */
export async function readBothBooks(app: TestApp) {
  app.clock.advance(3 * 60_000);
  await reconcilePayments(app.deps);
  const rows = await app.db
    .selectFrom('payments')
    .select([
      'payment_intent_id',
      'amount_pence as charged',
      'amount_refunded_pence as refunded',
      'amount_disputed_pence as disputed',
      sql<number>`(
        select coalesce(sum(amount_pence), 0)::integer from refunds
        where payment_id = payments.id and status = 'pending' and provider_refund_id is not null
      )`.as('refundPending'),
    ])
    .where('paid_at', 'is not', null)
    .execute();
  const ledger = new Map(
    rows.map(({ payment_intent_id: intent, ...book }): [string | null, Book] => [intent, book]),
  );
  const provider = new Map<string | null, Book>();
  for (const {
    paymentIntent,
    charged,
    refunded,
    refundPending,
    disputed,
  } of await app.sandbox.listChargedPayments()) {
    provider.set(paymentIntent, { charged, refunded, refundPending, disputed });
  }
  return { ledger, provider };
}

/** Stores a webhook of a type that Foyer ignores and returns its id. */
export async function keepWebhook(app: TestApp): Promise<string> {
  const id = `evt_${randomBytes(8).toString('hex')}`;
  const unknown = { type: 'invoice.paid', object_id: null, payment_intent_id: null };
  const received = { received_at: app.clock.now(), processed_at: null, error: null };
  await app.db
    .insertInto('webhook_events')
    .values({ id, ...unknown, ...received })
    .execute();
  return id;
}
