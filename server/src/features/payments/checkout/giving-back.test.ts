import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  giveBack,
  goodCard,
  openConcertOrder,
  payPage,
  readOrder,
  readSession,
  settleOrder,
} from '../../../../test/order-payments.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { closeCancelledEvents } from '../refunds/cancellations.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

/** The provider cannot be reached for the next request to end a payment. */
function loseProvider() {
  return vi.spyOn(app.deps.payments, 'endPayment').mockRejectedValueOnce(new Error('no connection'));
}

describe('giving back a hold whose payment page is open', () => {
  it('closes the page before the answer, so nobody can pay for the places', async () => {
    const { order, session_id, readRemaining } = await openConcertOrder(app);
    expect((await giveBack(app, order)).body.order.status).toBe('cancelled');
    expect((await readSession(app, session_id)).status).toBe('expired');
    expect(await app.sandbox.payWithCard(session_id, goodCard)).toMatchObject({ outcome: 'expired' });
    expect(await readRemaining()).toBe(20);
  });

  it('frees the places although the provider cannot be reached, and the job closes the page', async () => {
    const { order, session_id, readRemaining } = await openConcertOrder(app);
    loseProvider();
    expect((await giveBack(app, order)).body.order.status).toBe('cancelled');
    expect(await readRemaining()).toBe(20);
    expect((await readSession(app, session_id)).status).toBe('open');
    await closeCancelledEvents(app.deps);
    expect((await readSession(app, session_id)).status).toBe('expired');
  });

  it('is refused when the buyer has just paid, and the buyer gets the tickets', async () => {
    const { order, session_id, readRemaining } = await openConcertOrder(app);
    await app.sandbox.payWithCard(session_id, goodCard);
    expect(await giveBack(app, order)).toMatchObject({
      status: 409,
      body: { code: 'already_paid', msg: 'This order has just been paid for, so it keeps its tickets' },
    });
    expect((await readOrder(app, order)).status).toBe('confirmed');
    expect(await readRemaining()).toBe(17);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('is refused when the payment had arrived before, although the event allows refunds', async () => {
    const { order, session_id, readRemaining } = await openConcertOrder(app, { refund_days: 0 });
    await payPage(app, session_id);
    expect(await giveBack(app, order, { only_unpaid: true })).toMatchObject({
      status: 409,
      body: { code: 'already_paid' },
    });
    expect((await readOrder(app, order)).refunds).toEqual([]);
    expect(await readRemaining()).toBe(17);
  });

  it('leaves the page open when the request is refused because it names only some of the tickets', async () => {
    const { order, session_id } = await openConcertOrder(app);
    const refused = await giveBack(app, order, { ticket_ids: [order.tickets[0]?.id ?? 0] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'order_not_confirmed' } });
    expect((await readSession(app, session_id)).status).toBe('open');
    const all = order.tickets.map(({ id }) => id);
    expect((await giveBack(app, order, { ticket_ids: all })).status).toBe(200);
    expect((await readSession(app, session_id)).status).toBe('expired');
  });
});

describe('a buyer who pays on a page that stayed open after the places were given back', () => {
  it('sees the tickets when the page asks for the first time after the payment', async () => {
    const { order, session_id } = await openConcertOrder(app);
    loseProvider();
    await giveBack(app, order);
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
