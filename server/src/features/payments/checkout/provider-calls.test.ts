import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeUser, openCheckout } from '../../../../test/factories.ts';
import {
  askForPage,
  giveBack,
  goodCard,
  openConcertOrder,
  readSession,
  settleOrder,
  type OpenOrder,
} from '../../../../test/order-payments.ts';
import { limits } from '../../../http/limits.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false, env: { FOYER_RATE_LIMITS: 'on' } });
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

async function openOrder() {
  const { order, session_id } = await openConcertOrder(app);
  return { order, session_id, asked: vi.spyOn(app.deps.payments, 'findPayment') };
}

/** Uses up a limit, as many earlier requests would. */
async function useUp(subject: string, uses: number): Promise<void> {
  const window_ends_at = new Date(app.clock.now().getTime() + 600_000);
  await app.db
    .insertInto('limit_counts')
    .values({ subject, uses, window_ends_at })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ uses, window_ends_at }))
    .execute();
}

async function settle(order: OpenOrder): Promise<string> {
  const { status, body } = await settleOrder(app, order);
  expect(status).toBe(200);
  return body.order.status;
}

describe('buyers who ask again and again whether their order is paid', () => {
  it('get the answer of our ledger within two seconds of a call at the provider, even at the same moment', async () => {
    const { order, session_id, asked } = await openOrder();
    const start = app.clock.now().getTime();
    const clock = vi.spyOn(app.clock, 'now').mockImplementation(() => new Date(start));
    const answers = await Promise.all(Array.from({ length: 20 }, () => settle(order)));
    expect(new Set(answers)).toEqual(new Set(['held']));
    expect(asked).toHaveBeenCalledTimes(1);
    await app.sandbox.payWithCard(session_id, goodCard);
    clock.mockImplementation(() => new Date(start + 1999));
    expect(await settle(order)).toBe('held');
    clock.mockImplementation(() => new Date(start + 2000));
    expect(await settle(order)).toBe('confirmed');
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it.each(['order', 'address'] as const)(
    'get the answer of our ledger when the limit per %s is used up',
    async (per) => {
      const { order, session_id, asked } = await openOrder();
      await app.sandbox.payWithCard(session_id, goodCard);
      const name = `payment_calls_${per}` as const;
      await useUp(`${name}:${per === 'order' ? order.number : '127.0.0.1'}`, limits[name].uses);
      expect(await settle(order)).toBe('held');
      expect(asked).not.toHaveBeenCalled();
      app.clock.advance(600_001);
      expect(await settle(order)).toBe('confirmed');
    },
  );
});

describe('buyers who give back the places of an order', () => {
  it.each(['order', 'address'] as const)(
    'leave the payment page to the job when the limit per %s is used up',
    async (per) => {
      const { order, session_id } = await openOrder();
      const name = `payment_calls_${per}` as const;
      await useUp(`${name}:${per === 'order' ? order.number : '127.0.0.1'}`, limits[name].uses);
      const { body } = await giveBack(app, order);
      expect(body.order.status).toBe('cancelled');
      expect((await readSession(app, session_id)).status).toBe('open');
      app.clock.advance(600_001);
    },
  );
});

describe('buyers who ask again and again for the payment page', () => {
  it('are refused when the limit per order is used up', async () => {
    const { order, asked } = await openOrder();
    expect((await askForPage(app, order)).status).toBe(200);
    expect(asked).toHaveBeenCalledTimes(1);
    await useUp(`payment_calls_order:${order.number}`, limits.payment_calls_order.uses);
    expect(await askForPage(app, order)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(asked).toHaveBeenCalledTimes(1);
  });
});

describe('the older calls of one account', () => {
  it.each(['GET /stripe/payment-status/:sessionId', 'GET /stripe/checkout-sessions/:sessionId'] as const)(
    'are refused when the limit per account is used up: %s',
    async (call) => {
      const { id } = await makeEvent(app, { price: 9 });
      const buyer = await makeUser(app);
      const sessionId = await openCheckout(app, buyer, id);
      const ask = () => app.call(call, { token: buyer.token, params: { sessionId } });
      expect((await ask()).status).toBe(200);
      await useUp(`payment_calls_account:${buyer.id}`, limits.payment_calls_account.uses);
      expect(await ask()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    },
  );
});
