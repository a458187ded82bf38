import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  goodCard,
  makeConcert,
  openPage,
  readOrder,
  readSession,
  settleOrder,
  type OpenOrder,
} from '../../../../test/order-payments.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { closeCancelledEvents } from '../refunds/cancellations.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

async function openOrder() {
  const { wanted, readRemaining } = await makeConcert(app);
  const order = await placeOrder(app, wanted());
  const { session_id } = await openPage(app, order);
  return { order, session_id, readRemaining };
}

function giveBack({ number, key }: OpenOrder) {
  return app.call('POST /orders/:number/cancel', { params: { number }, headers: { 'x-order-key': key } });
}

/** The provider cannot be reached for the next request to end a payment. */
function loseProvider() {
  return vi.spyOn(app.deps.payments, 'endPayment').mockRejectedValueOnce(new Error('no connection'));
}

describe('giving back a hold whose payment page is open', () => {
  it('closes the page before the answer, so nobody can pay for the places', async () => {
    const { order, session_id, readRemaining } = await openOrder();
    expect((await giveBack(order)).body.order.status).toBe('cancelled');
    expect((await readSession(app, session_id)).status).toBe('expired');
    expect(await app.sandbox.payWithCard(session_id, goodCard)).toMatchObject({ outcome: 'expired' });
    expect(await readRemaining()).toBe(20);
  });

  it('frees the places although the provider cannot be reached, and the job closes the page', async () => {
    const { order, session_id, readRemaining } = await openOrder();
    loseProvider();
    expect((await giveBack(order)).body.order.status).toBe('cancelled');
    expect(await readRemaining()).toBe(20);
    expect((await readSession(app, session_id)).status).toBe('open');
    await closeCancelledEvents(app.deps);
    expect((await readSession(app, session_id)).status).toBe('expired');
  });

  it('is refused when the buyer has just paid, and the buyer gets the tickets', async () => {
    const { order, session_id, readRemaining } = await openOrder();
    await app.sandbox.payWithCard(session_id, goodCard);
    expect(await giveBack(order)).toMatchObject({
      status: 409,
      body: { code: 'already_paid', msg: 'This order has just been paid for, so it keeps its tickets' },
    });
    expect((await readOrder(app, order)).status).toBe('confirmed');
    expect(await readRemaining()).toBe(17);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});

describe('a buyer who pays on a page that stayed open after the places were given back', () => {
  it('learns from the first question that the order is paid', async () => {
    const { order, session_id } = await openOrder();
    loseProvider();
    await giveBack(order);
    expect((await settleOrder(app, order)).body).toMatchObject({
      order: { status: 'cancelled' },
      payment_open: true,
    });
    await app.sandbox.payWithCard(session_id, goodCard);
    app.clock.advance(2000);
    expect((await settleOrder(app, order)).body).toMatchObject({
      order: { status: 'confirmed' },
      payment_open: false,
    });
  });
});
