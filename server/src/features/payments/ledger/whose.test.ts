import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  deleteOwnAccount,
  makeEvent,
  makeUser,
  only,
  openCheckout,
  type TestUser,
} from '../../../../test/factories.ts';
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
import { idOf } from '@foyer/payment-sandbox/objects/objects.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { settle, settlePayment } from '../payments.service.ts';
import { listTicketsFor } from '../../../../test/tickets.ts';

let app: TestApp;
/** The ids of payment intents that other software made in the same provider account. */
const strangers = new Set<string>();

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

const listTickets = (eventId: number) => listTicketsFor(app, eventId);

async function makeSale(fields: { price?: number; max_attendees?: number } = {}) {
  const event = await makeEvent(app, { price: 12.5, max_attendees: 5, ...fields });
  return { event, buyer: await makeUser(app) };
}

describe('a checkout session that has a payment intent', () => {
  it('is settled by the session’s id, but not by the intent’s id', async () => {
    const { event, buyer } = await makeSale();
    await app.sandbox.setSwitches({ webhookDrop: true });
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.sandbox.payWithCard(sessionId, { number: '4242424242424242' });
    const session = await connectProvider(app).checkout.sessions.retrieve(sessionId);
    const own = { kind: 'intent', id: idOf(session.payment_intent) ?? '' } as const;
    await settlePayment(app.deps, own);
    expect(await listTickets(event.id)).toEqual([]);
    await Promise.all(
      [own, { kind: 'session', id: sessionId } as const, own].map((reference) =>
        settlePayment(app.deps, reference),
      ),
    );
    await settlePayment(app.deps, own);
    expect(await listTickets(event.id)).toHaveLength(1);
    expect(await listPayments(app, event.id)).toMatchObject([
      { kind: 'session', status: 'paid', provider_session_id: sessionId, payment_intent_id: own.id },
    ]);
  });

  it('is settled by the session’s id, but not by the intent’s id, even if Foyer has stored neither id', async () => {
    const { event, buyer } = await makeSale();
    // Open another intent first, so that the customer exists at the provider. The next call then asks only for the
    // checkout session, and the lost answer is the one about the session.
    await openIntent(app, buyer, (await makeSale()).event.id);
    await app.sandbox.setSwitches({ webhookDrop: true, api: 'loses_answers' });
    const asked = { token: buyer.token, body: { eventId: event.id, userId: buyer.id } };
    expect((await app.call('POST /stripe/create-checkout-session', asked)).status).toBe(503);
    await app.sandbox.setSwitches({ api: 'up' });
    const { provider_key: key } = only(await listPayments(app, event.id));
    const { checkout } = connectProvider(app);
    const { id } = only(
      (await checkout.sessions.list({ limit: 100 })).data.filter(({ metadata }) => metadata?.payment === key),
    );
    await app.sandbox.payWithCard(id, { number: '4242424242424242' });
    const own = idOf((await checkout.sessions.retrieve(id)).payment_intent) ?? '';
    expect(await settlePayment(app.deps, { kind: 'intent', id: own })).toBeUndefined();
    expect(await settlePayment(app.deps, { kind: 'session', id })).toMatchObject({
      status: 'paid',
      provider_session_id: id,
      payment_intent_id: own,
    });
  });
});

describe('a payment intent that does not match the ledger', () => {
  async function payForeign(change: { amount?: number; currency?: string; payment: string }) {
    const { payment, ...money } = change;
    const { paymentIntents } = connectProvider(app);
    const metadata = { payment };
    const { id } = await paymentIntents.create({ amount: 1250, currency: 'gbp', metadata, ...money });
    strangers.add(id);
    await payIntent(app, id);
    return settlePayment(app.deps, { kind: 'intent', id });
  }

  it('settles nothing if its idempotency key belongs to a payment with another intent', async () => {
    const { event, buyer } = await makeSale();
    const intentId = await openIntent(app, buyer, event.id);
    const { provider_key: payment } = only(await listPayments(app, event.id));
    expect(await payForeign({ payment })).toBeUndefined();
    expect(await listPayments(app, event.id)).toMatchObject([
      { status: 'open', payment_intent_id: intentId },
    ]);
    expect(await readIntentStatus(app, intentId)).toBe('requires_payment_method');
  });

  it.each([
    ['another amount', { amount: 30 }],
    ['another currency', { currency: 'eur' }],
  ])(
    'settles nothing if its idempotency key belongs to a payment that is being opened with %s',
    async (_what, change) => {
      const { event, buyer } = await makeSale();
      await app.sandbox.setSwitches({ api: 'unreachable' });
      await askForIntent(app, buyer, event.id);
      await app.sandbox.setSwitches({ api: 'up' });
      const { provider_key: payment } = only(await listPayments(app, event.id));
      expect(await payForeign({ payment, ...change })).toBeUndefined();
      expect(await listPayments(app, event.id)).toMatchObject([
        { status: 'starting', payment_intent_id: null },
      ]);
    },
  );

  it('settles nothing if the ledger does not contain its idempotency key', async () => {
    expect(await payForeign({ payment: 'order 7' })).toBeUndefined();
  });

  it('settles nothing if it has the id of one payment and the idempotency key of another', async () => {
    const sales = [await makeSale(), await makeSale()] as const;
    const id = await openIntent(app, sales[0].buyer, sales[0].event.id);
    await openIntent(app, sales[1].buyer, sales[1].event.id);
    const other = only(await listPayments(app, sales[1].event.id));
    const found = await app.deps.payments.findPayment({ kind: 'intent', id });
    if (!found) throw new Error('The intent is gone');
    expect(await settle(app.deps, { ...found, isPaid: true, key: other.provider_key })).toBeUndefined();
    for (const { event } of sales) expect(await listTickets(event.id)).toEqual([]);
  });
});

describe('a buyer whose account is deleted while a payment is open', () => {
  it.each(['session', 'intent'] as const)('gets the money back if the %s is paid later', async (kind) => {
    const { event, buyer } = await makeSale({ max_attendees: 1 });
    const id =
      kind === 'intent' ? await openIntent(app, buyer, event.id) : await openCheckout(app, buyer, event.id);
    await removeUser(buyer);
    expect(await countRemaining(app, event.id)).toBe(1);
    await (kind === 'intent'
      ? payIntent(app, id)
      : app.sandbox.payWithCard(id, { number: '4242424242424242' }));
    await app.sandbox.deliverDue();
    await expect
      .poll(async () => (await listPayments(app, event.id)).map(({ status }) => status))
      .toEqual(['refunded']);
    expect(await countRemaining(app, event.id)).toBe(1);
    const listSubjects = () => app.mails.flatMap(({ to, subject }) => (to === buyer.email ? [subject] : []));
    await expect.poll(listSubjects).toEqual(['Your Foyer account is deleted']);
  });

  async function removeUser(user: TestUser) {
    expect((await deleteOwnAccount(app, user)).status).toBe(204);
  }
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run, apart from payments of other software', async () => {
    const { ledger, provider } = await readBothBooks(app);
    const ours = new Map([...provider].filter(([intent]) => !strangers.has(String(intent))));
    expect(ledger.size).toBeGreaterThan(2);
    expect(ledger).toEqual(ours);
  });
});
