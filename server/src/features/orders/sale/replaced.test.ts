import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import {
  askForMoreTime,
  askForPage,
  goodCard,
  makeConcert,
  openPage,
  readOrder,
} from '../../../../test/order-payments.ts';
import { makeDevice, placeOrder, sendOrder } from '../../../../test/orders.ts';
import { settlePayment } from '../../payments/payments.service.ts';

const minuteMs = 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
});

afterAll(() => app.close());

describe('a hold that replaces another', () => {
  it('ends when the first hold would have ended, however often the buyer replaces it', async () => {
    const { wanted } = await makeConcert(app);
    const device = makeDevice();
    const first = await placeOrder(app, wanted(), { device });
    const end = new Date(Date.parse(first.placed_at) + 30 * minuteMs).toISOString();
    let last = first;
    for (let times = 0; times < 2; times += 1) {
      app.clock.advance(14 * minuteMs);
      last = await placeOrder(app, { ...wanted(), replaces: last.number }, { device });
      expect(last.hold_expires_at).toBe(end);
    }
    // Paying takes longer than the hold, so the last hold is open when the time to choose is over.
    const { expires_at } = await openPage(app, last);
    app.clock.advance(2 * minuteMs);
    expect(await sendOrder(app, { ...wanted(), replaces: last.number }, { device })).toMatchObject({
      status: 409,
      body: { code: 'too_late_to_replace', order: last.number },
    });
    expect(await readOrder(app, last)).toMatchObject({ status: 'held', hold_expires_at: expires_at });
  });

  it('gives no more time to a buyer who has taken more time before', async () => {
    const { wanted } = await makeConcert(app);
    const device = makeDevice();
    const first = await placeOrder(app, wanted(), { device });
    expect((await askForMoreTime(app, first)).status).toBe(200);
    const second = await placeOrder(app, { ...wanted(), replaces: first.number }, { device });
    expect([second.may_extend, (await readOrder(app, second)).may_extend]).toEqual([false, false]);
    expect(await askForMoreTime(app, second)).toMatchObject({
      status: 409,
      body: { code: 'more_time_used' },
    });
    expect((await askForPage(app, second)).status).toBe(200);
  });
});

describe('a hold whose payment page never opens', () => {
  it('ends after the time of one hold and two payments, however often the buyer tries', async () => {
    const { wanted } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    await app.sandbox.setSwitches({ api: 'unreachable' });
    for (let times = 0; times < 3; times += 1) {
      expect(await askForPage(app, order)).toMatchObject({ body: { code: 'payments_unavailable' } });
      app.clock.advance(33 * minuteMs);
    }
    expect(await askForPage(app, order)).toMatchObject({ status: 409, body: { code: 'order_closed' } });
    await app.sandbox.setSwitches({ api: 'up' });
    expect(await readOrder(app, order)).toMatchObject({
      status: 'held',
      hold_expires_at: new Date(Date.parse(order.placed_at) + 100 * minuteMs).toISOString(),
    });
  });
});

describe('a hold that its buyer pays for while another order replaces the hold', () => {
  it('stays the only order of the buyer', async () => {
    const { wanted, readRemaining } = await makeConcert(app);
    const device = makeDevice();
    const first = await placeOrder(app, wanted(), { device });
    const { session_id } = await openPage(app, first);
    await app.sandbox.payWithCard(session_id, goodCard);
    // Both wait for the lock, the payment first, and the new order has found the hold unpaid.
    const [paid, second] = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('orders').select('id').where('number', '=', first.number).forUpdate().execute();
      const settled = settlePayment(app.deps, { kind: 'session', id: session_id });
      await waitUntilLocked(app, 1);
      const sent = sendOrder(app, { ...wanted(), replaces: first.number }, { device });
      await waitUntilLocked(app, 2);
      return [settled, sent] as const;
    });
    expect(await paid).toMatchObject({ status: 'paid' });
    expect(await second).toMatchObject({ status: 409, body: { code: 'order_not_held' } });
    expect(await readOrder(app, first)).toMatchObject({ status: 'confirmed' });
    expect(await readRemaining()).toBe(17);
  });
});
