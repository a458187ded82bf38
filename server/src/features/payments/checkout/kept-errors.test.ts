import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, only, openCheckout } from '../../../../test/factories.ts';
import {
  askForIntent,
  buyTicket,
  connectProvider,
  countRemaining,
  listPayments,
  listRefundMails,
  openIntent,
  readBothBooks,
  readPayment,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { refundPayment } from '../refunds/asking.service.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

const paying = { number: '4242424242424242' };

async function makeSale() {
  const event = await makeEvent(app, { price: 9, max_attendees: 5 }, organiser);
  return { event, buyer: await makeUser(app) };
}

function refund(ticketId: number) {
  return app.call('POST /stripe/refund/:ticketId', { token: organiser.token, params: { ticketId } });
}

describe.each([
  ['before', 'fails'],
  ['after', 'fails_late'],
] as const)(
  'when the provider fails %s carrying out a request, and repeats this error for the same idempotency key,',
  (_when, api) => {
    it('a refund is made exactly once after the provider recovers, and the buyer gets one email', async () => {
      const { event, buyer } = await makeSale();
      const { ticketId, sessionId } = await buyTicket(app, buyer, event.id);
      await app.sandbox.setSwitches({ api });
      expect((await refund(ticketId)).status).toBe(200);
      const { id, payment_intent_id: intent } = await readPayment(app, sessionId);
      // This second try may fail or find the first refund, but must never make a second one.
      await refundPayment(app.deps, id).catch(() => {});
      await app.sandbox.setSwitches({ api: 'up' });
      await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('refunded');
      const { data } = await connectProvider(app).refunds.list({ payment_intent: String(intent) });
      expect(data).toHaveLength(1);
      await expect.poll(() => listRefundMails(app, buyer)).toHaveLength(1);
    });

    it('a new customer can open a payment as soon as the provider recovers', async () => {
      const { event, buyer } = await makeSale();
      await app.sandbox.setSwitches({ api });
      const answers = await Promise.all([1, 2, 3].map(() => askForIntent(app, buyer, event.id)));
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
      await app.sandbox.setSwitches({ api: 'up' });
      await openIntent(app, buyer, event.id);
      expect(await countRemaining(app, event.id)).toBe(4);
    });

    it('a known customer can pay as soon as the provider recovers', async () => {
      const { event, buyer } = await makeSale();
      await openIntent(app, buyer, (await makeSale()).event.id);
      await app.sandbox.setSwitches({ api });
      expect((await askForIntent(app, buyer, event.id)).status).toBe(503);
      await app.sandbox.setSwitches({ api: 'up' });
      await app.sandbox.payWithCard(await openCheckout(app, buyer, event.id), paying);
      await app.sandbox.deliverDue();
      const listStatuses = async () => (await listPayments(app, event.id)).map(({ status }) => status);
      await expect.poll(listStatuses).toEqual(['expired', 'paid']);
    });
  },
);

describe('a server clock that is behind the payment provider’s clock', () => {
  const minute = 60_000;
  const setProvider = (aheadMs: number) => {
    app.sandbox.context.clock = { now: () => new Date(app.clock.now().getTime() + aheadMs) };
  };

  afterEach(() => {
    app.sandbox.context.clock = app.clock;
  });

  it('does not stop sales if the difference is a few minutes', async () => {
    const { event, buyer } = await makeSale();
    setProvider(4 * minute);
    await openCheckout(app, buyer, event.id);
    expect(await listPayments(app, event.id)).toMatchObject([{ status: 'open' }]);
  });

  it('stops sales until the difference is small again, and no seat is held in the meantime', async () => {
    const { event, buyer } = await makeSale();
    setProvider(20 * minute);
    const ask = () =>
      app.call('POST /stripe/create-checkout-session', {
        token: buyer.token,
        body: { eventId: event.id, userId: buyer.id },
      });
    expect(await ask()).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } });
    expect(await countRemaining(app, event.id)).toBe(5);
    expect(await listPayments(app, event.id)).toMatchObject([{ status: 'expired' }]);
    setProvider(0);
    expect((await ask()).status).toBe(200);
    expect(await countRemaining(app, event.id)).toBe(4);
  });
});

describe('a customer that two requests create at the provider at the same moment', () => {
  it('is stored once, and Foyer deletes the duplicate at the provider', async () => {
    const { event, buyer } = await makeSale();
    const createCustomer = app.deps.payments.createCustomer.bind(app.deps.payments);
    const made: string[] = [];
    app.deps.payments.createCustomer = async (customer) => {
      app.deps.payments.createCustomer = createCustomer;
      made.push(await createCustomer(customer));
      // When the provider fails, the next request replaces the idempotency key. Under the new key, the provider creates
      // a second customer.
      await app.db
        .updateTable('payment_customers')
        .set({ provider_key: '6a0cbd0e-5d31-4f4b-9d5e-2f4f0d7c1f00', provider_customer_id: null })
        .where('user_id', '=', buyer.id)
        .execute();
      await openIntent(app, buyer, (await makeSale()).event.id);
      return made[0] ?? '';
    };
    await openIntent(app, buyer, event.id);
    const known = await app.db
      .selectFrom('payment_customers')
      .select('provider_customer_id as id')
      .where('user_id', '=', buyer.id)
      .execute();
    expect(only(known).id).not.toBe(made[0]);
    await expect
      .poll(() => connectProvider(app).customers.retrieve(made[0] ?? ''))
      .toMatchObject({ deleted: true });
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(2);
    expect(ledger).toEqual(provider);
  });
});
