import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser } from '../../../test/factories.ts';
import { askForPage, makeConcert, openPage } from '../../../test/order-payments.ts';
import { placeOrder } from '../../../test/orders.ts';
import { refundOrder, sellOrder, type PaidOrder } from '../../../test/paid-orders.ts';
import {
  askForIntent,
  connectProvider,
  listPayments,
  openIntent,
  readPayment,
} from '../../../test/payments.ts';
import { ProviderFailedError, type NewRefund } from '../../payments/provider.ts';
import { refundPayment } from './refunds/asking.service.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiser(app);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.sandbox.setSwitches(NORMAL_SWITCHES);
});

afterAll(() => app.close());

const sell = () => sellOrder(app, organiser, [10, 8]);

function refundPart(order: PaidOrder) {
  return refundOrder(
    app,
    { token: organiser.token, number: order.number },
    { amount: 5, cancel_tickets: false },
  );
}

async function listAtProvider({ sessionId }: PaidOrder) {
  const { payment_intent_id } = await readPayment(app, sessionId);
  return (await connectProvider(app).refunds.list({ payment_intent: payment_intent_id ?? '' })).data;
}

function listRefunds({ paymentId }: PaidOrder) {
  return app.db
    .selectFrom('refunds')
    .select(['amount_pence', 'status', 'made_outside', 'attempts'])
    .where('payment_id', '=', paymentId)
    .execute();
}

describe('a partial refund', () => {
  it.each(['still_running', 'rate_limited', 'errors'] as const)(
    'is paid once if the provider finishes the first request late and the API has the fault “%s” meanwhile',
    async (api) => {
      const order = await sell();
      const request = vi.spyOn(app.deps.payments, 'refund');
      await app.sandbox.setSwitches({ api });
      expect(await refundPart(order)).toMatchObject({ status: 201, body: { refund: { status: 'pending' } } });
      const first = request.mock.calls[0]?.[0] as NewRefund;
      await app.sandbox.setSwitches({ api: 'up' });
      await refundPayment(app.deps, order.paymentId);
      // Only now does the provider finish the first request.
      await app.deps.payments.refund(first);
      await refundPayment(app.deps, order.paymentId);
      expect(await listAtProvider(order)).toMatchObject([{ amount: 500, status: 'succeeded' }]);
      expect(await listRefunds(order)).toMatchObject([
        { status: 'succeeded', made_outside: false, attempts: 0 },
      ]);
    },
  );

  it('is paid once if the provider accepts it and then cannot list it', async () => {
    const order = await sell();
    const findMoney = app.deps.payments.findMoney.bind(app.deps.payments);
    vi.spyOn(app.deps.payments, 'findMoney').mockImplementationOnce(async () => {
      throw new ProviderFailedError(new Error('The list failed'));
    });
    await refundPart(order);
    // The list does not show the refund yet.
    vi.spyOn(app.deps.payments, 'findMoney').mockImplementationOnce(async (intent) => {
      const money = await findMoney(intent);
      return money && { ...money, refunds: [] };
    });
    await refundPayment(app.deps, order.paymentId);
    expect(await listAtProvider(order)).toHaveLength(1);
    expect(await listRefunds(order)).toMatchObject([{ status: 'succeeded', attempts: 0 }]);
  });
});

describe.each(['still_running', 'rate_limited'] as const)(
  'a payment that is being opened while the API has the fault “%s”',
  (api) => {
    it('stays the payment of the order, and its page opens after the fault', async () => {
      const { wanted, id } = await makeConcert(app);
      const order = await placeOrder(app, wanted());
      await app.sandbox.setSwitches({ api });
      expect(await askForPage(app, order)).toMatchObject({
        status: 503,
        body: { code: 'payments_unavailable' },
      });
      expect(await listPayments(app, id)).toMatchObject([{ status: 'starting' }]);
      await app.sandbox.setSwitches({ api: 'up' });
      const page = await openPage(app, order);
      expect(await listPayments(app, id)).toMatchObject([
        { status: 'open', provider_session_id: page.session_id },
      ]);
    });

    it('stays the payment intent of an account, and creates no second customer', async () => {
      const { id } = await makeEvent(app, { price: 9 }, organiser);
      const buyer = await makeUser(app);
      const readKeys = () =>
        app.db
          .selectFrom('payment_customers')
          .select('provider_key')
          .where('user_id', '=', buyer.id)
          .execute();
      await app.sandbox.setSwitches({ api });
      expect((await askForIntent(app, buyer, id)).status).toBe(503);
      const keys = await readKeys();
      expect(keys).toHaveLength(1);
      await app.sandbox.setSwitches({ api: 'up' });
      const intent = await openIntent(app, buyer, id);
      expect(await readKeys()).toEqual(keys);
      expect(await listPayments(app, id)).toMatchObject([{ status: 'open', payment_intent_id: intent }]);
    });
  },
);
