import type { KyselyPlugin } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeUser, only, openCheckout, type TestUser } from '../../../../test/factories.ts';
import {
  askForIntent,
  connectProvider,
  countRemaining,
  listPayments,
  openIntent,
  payIntent,
  readBothBooks,
  readIntentStatus,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { listTicketsFor } from '../../../../test/tickets.ts';
import { expirePayment, findOrCreatePayment } from '../ledger/ledger.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.sandbox.setSwitches(NORMAL_SWITCHES);
});

afterAll(() => app.close());

const card = { number: '4242424242424242' };
const minute = 60_000;

async function makeSale(seats = 5) {
  const event = await makeEvent(app, { price: 9, max_attendees: seats });
  return { event, buyer: await makeUser(app) };
}

function askForSession(user: TestUser, eventId: number) {
  return app.call('POST /stripe/create-checkout-session', {
    token: user.token,
    body: { eventId, userId: user.id },
  });
}

async function countTickets(eventId: number) {
  return (await listTicketsFor(app, eventId)).length;
}

describe('the checkout of a buyer who asks for both a checkout session and a payment intent', () => {
  it('ends the open session when the buyer asks for an intent', async () => {
    const { event, buyer } = await makeSale();
    const sessionId = await openCheckout(app, buyer, event.id);
    const intentId = await openIntent(app, buyer, event.id);
    expect(await app.sandbox.payWithCard(sessionId, card)).toMatchObject({ outcome: 'expired' });
    expect(await countRemaining(app, event.id)).toBe(4);
    await payIntent(app, intentId);
    await app.sandbox.deliverDue();
    await expect.poll(() => countTickets(event.id)).toBe(1);
    expect(await listPayments(app, event.id)).toMatchObject([
      { kind: 'session', status: 'expired' },
      { kind: 'intent', status: 'paid', payment_intent_id: intentId },
    ]);
  });

  it('ends the open intent when the buyer asks for a session', async () => {
    const { event, buyer } = await makeSale();
    const intentId = await openIntent(app, buyer, event.id);
    const sessionId = await openCheckout(app, buyer, event.id);
    await expect(payIntent(app, intentId)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(await readIntentStatus(app, intentId)).toBe('canceled');
    expect(await app.sandbox.payWithCard(sessionId, card)).toMatchObject({ outcome: 'paid' });
    expect(await listPayments(app, event.id)).toMatchObject([
      { kind: 'intent', status: 'expired' },
      { kind: 'session', provider_session_id: sessionId },
    ]);
  });

  it('issues the ticket and refuses the second payment if the first turns out to be paid', async () => {
    await app.sandbox.setSwitches({ webhookDrop: true });
    const bySession = await makeSale();
    await app.sandbox.payWithCard(await openCheckout(app, bySession.buyer, bySession.event.id), card);
    expect(await askForIntent(app, bySession.buyer, bySession.event.id)).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });
    const byIntent = await makeSale();
    await payIntent(app, await openIntent(app, byIntent.buyer, byIntent.event.id));
    expect(await askForSession(byIntent.buyer, byIntent.event.id)).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });
    for (const { event } of [bySession, byIntent]) {
      expect(await countTickets(event.id)).toBe(1);
      expect(await listPayments(app, event.id)).toMatchObject([{ status: 'paid' }]);
    }
  });

  it('refuses the second payment while the money of the first is still being processed', async () => {
    const { event, buyer } = await makeSale();
    await app.sandbox.setSwitches({ payments: 'succeed later', outcomeDelayMs: 60 * minute });
    await app.sandbox.payWithCard(await openCheckout(app, buyer, event.id), card);
    expect(await askForIntent(app, buyer, event.id)).toMatchObject({
      status: 409,
      body: { code: 'already_paid', msg: 'Your payment for this event is still being processed' },
    });
    expect(await listPayments(app, event.id)).toMatchObject([{ kind: 'session', status: 'open' }]);
  });

  it('leaves exactly one open payment when the buyer asks for both at the same moment', async () => {
    for (const count of [1, 1, 1, 3]) {
      const { event, buyer } = await makeSale();
      const asks = Array.from({ length: count }, () => [
        askForSession(buyer, event.id),
        askForIntent(app, buyer, event.id),
      ]);
      const answers = await Promise.all(asks.flat());
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const payments = await listPayments(app, event.id);
      only(payments.filter(({ status }) => status === 'open'));
      expect(payments.filter(({ status }) => !['open', 'expired'].includes(status))).toEqual([]);
      const { paymentIntents, checkout } = connectProvider(app);
      const states = await Promise.all(
        payments.map(async ({ kind, provider_session_id: session, payment_intent_id: intent }) =>
          kind === 'session'
            ? (await checkout.sessions.retrieve(String(session))).status
            : (await paymentIntents.retrieve(String(intent))).status,
        ),
      );
      only(states.filter((state) => state === 'open' || state === 'requires_payment_method'));
      expect(await countRemaining(app, event.id)).toBe(4);
    }
  });
});

describe('a payment intent that another request ends while Foyer is opening the intent', () => {
  it('is not returned: the buyer gets another intent, which can be paid', async () => {
    const { event, buyer } = await makeSale();
    const openAtProvider = app.deps.payments.openIntent.bind(app.deps.payments);
    vi.spyOn(app.deps.payments, 'openIntent').mockImplementationOnce(async (intent) => {
      const opened = await openAtProvider(intent);
      await openCheckout(app, buyer, event.id);
      return opened;
    });
    const intentId = await openIntent(app, buyer, event.id);
    expect(await readIntentStatus(app, intentId)).toBe('requires_payment_method');
    expect(await listPayments(app, event.id)).toMatchObject([
      { kind: 'intent', status: 'expired' },
      { kind: 'session', status: 'expired' },
      { kind: 'intent', status: 'open', payment_intent_id: intentId },
    ]);
  });
});

describe('a new payment of an order', () => {
  it('is created even if another payment of the order ends at the same moment', async () => {
    const { event, buyer } = await makeSale();
    await openCheckout(app, buyer, event.id);
    const [open] = await listPayments(app, event.id);
    const row = await app.db
      .selectFrom('payments')
      .select(['id', 'order_id'])
      .where('provider_key', '=', String(open?.provider_key))
      .executeTakeFirstOrThrow();
    const wanted = {
      kind: 'intent',
      eventId: event.id,
      userId: buyer.id,
      orderId: row.order_id ?? 0,
      amountPence: 900,
      returnSite: null,
      until: app.clock.now(),
      now: app.clock.now(),
    } as const;
    let statements = 0;
    const endsOther: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        statements += 1;
        if (statements === 1) await app.db.transaction().execute((tx) => expirePayment(tx, row.id));
        return result;
      },
    };
    const created = await app.db
      .transaction()
      .execute((tx) => findOrCreatePayment(tx.withPlugin(endsOther), wanted));
    expect(created).toMatchObject({ kind: 'intent', status: 'starting' });
    expect(await listPayments(app, event.id)).toMatchObject([
      { kind: 'session', status: 'expired' },
      { kind: 'intent', status: 'starting' },
    ]);
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(2);
    expect(ledger).toEqual(provider);
  });
});
