import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  askForMoreTime,
  goodCard,
  makeConcert,
  openPage,
  payPage,
  readOrder,
  readSession,
  replaceOrder,
} from '../../../../test/order-payments.ts';
import { only } from '../../../../test/factories.ts';
import { runMailJobs } from '../../../../test/mails/run-order-mails.ts';
import { makeDevice, placeOrder, type NewOrder } from '../../../../test/orders.ts';
import { listRefundMails, readBothBooks } from '../../../../test/payments.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { sendRefundMail } from '../mails/mails.service.ts';
import { refundPayment } from '../refunds/asking.service.ts';
import { closeCancelledEvents } from '../refunds/cancellations.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

let buyers = 0;

/**
 * Opens the payment page of a guest's order, and then replaces the order with a new one. The old payment page stays
 * open.
 */
async function loseHold(wanted: NewOrder, instead: NewOrder) {
  const device = makeDevice();
  const buyer = { name: 'Mara Ellis', email: `late-${(buyers += 1)}@example.org` };
  const first = await placeOrder(app, { ...wanted, buyer }, { device });
  const { session_id } = await openPage(app, first);
  const second = await replaceOrder(app, first, { ...instead, buyer }, device);
  return { first, second, buyer, session_id };
}

/**
 * Pays for an order that can no longer be confirmed, and expects a refund. Returns the subjects of the buyer's mails.
 */
async function payInVain(sessionId: string, buyer: { email: string }) {
  const { id } = await payPage(app, sessionId);
  const payment = await refundPayment(app.deps, id);
  expect(payment).toMatchObject({ status: 'refunded', amount_refunded_pence: payment?.amount_pence });
  await sendRefundMail(app.deps, { paymentId: id });
  return listRefundMails(app, buyer).map(({ subject }) => subject);
}

describe('money for an order whose hold has ended', () => {
  it('confirms the order again, with all its tickets at their prices and its promo code', async () => {
    const { wanted, readUses, readRemaining } = await makeConcert(app);
    const { first, session_id } = await loseHold(wanted(), wanted({ promo_code: undefined }));
    const { status: before, placed_at: ordered } = await readOrder(app, first);
    expect(before).toBe('cancelled');
    app.clock.advance(2000);
    expect(await readUses()).toBe(0);
    expect(await payPage(app, session_id)).toMatchObject({ status: 'paid' });
    const { status, tickets, total, placed_at } = await readOrder(app, first);
    expect({ status, total, placed_at }).toEqual({ status: 'confirmed', total: 29.7, placed_at: ordered });
    const live = tickets.filter((ticket) => ticket.status === 'valid');
    expect(live.map(({ price, discount }) => [price, discount])).toEqual([
      [11.25, 1.25],
      [11.25, 1.25],
      [7.2, 0.8],
    ]);
    expect([await readUses(), await readRemaining()]).toEqual([1, 14]);
  });

  it('confirms the order even while the team has paused the sales', async () => {
    const { organiser, id, adult, reduced, wanted } = await makeConcert(app);
    const { first, session_id } = await loseHold(wanted(), wanted());
    await organiser.change(id, adult, { paused: true });
    await organiser.change(id, reduced, { paused: true });
    await payPage(app, session_id);
    expect((await readOrder(app, first)).status).toBe('confirmed');
  });

  it('is refunded in full when one place of the order is no longer free, and a mail tells the guest', async () => {
    const { wanted } = await makeConcert(app, { seats: 5 });
    const { first, buyer, session_id } = await loseHold(wanted(), wanted());
    expect(await payInVain(session_id, buyer)).toEqual(['Your payment of £29.70 is on its way back']);
    expect((await readOrder(app, first)).status).toBe('cancelled');
  });

  it('is refunded in full when the promo code is used up', async () => {
    const { wanted, readUses } = await makeConcert(app, { max_uses: 1 });
    const { buyer, session_id } = await loseHold(wanted(), wanted({ promo_code: undefined }));
    await placeOrder(app, wanted());
    expect(await payInVain(session_id, buyer)).toEqual(['Your payment of £29.70 is on its way back']);
    expect(await readUses()).toBe(1);
  });

  it('is refunded in full when the buyer already has as many tickets as one buyer may have', async () => {
    const { organiser, id, adult, wanted } = await makeConcert(app);
    await organiser.change(id, adult, { max_per_buyer: 3 });
    const { buyer, session_id } = await loseHold(wanted(), wanted());
    expect(await payInVain(session_id, buyer)).toEqual(['Your payment of £29.70 is on its way back']);
  });

  it('is refunded in full when the event has started', async () => {
    const { id, wanted } = await makeConcert(app);
    const { buyer, session_id } = await loseHold(wanted(), wanted());
    const start_time = new Date(app.clock.now().getTime() - 1000);
    await app.db.updateTable('events').set({ start_time }).where('id', '=', id).execute();
    expect(await payInVain(session_id, buyer)).toEqual(['Your payment of £29.70 is on its way back']);
  });

  it('is no longer accepted after a job has closed the payment page of the cancelled order', async () => {
    const { wanted } = await makeConcert(app);
    const { session_id } = await loseHold(wanted(), wanted());
    await closeCancelledEvents(app.deps);
    expect((await readSession(app, session_id)).status).toBe('expired');
    expect(await app.sandbox.payWithCard(session_id, goodCard)).toMatchObject({ outcome: 'expired' });
  });
});

describe('a second payment of a confirmed order', () => {
  /** Pays an order, and then pays another page of the order that the provider has failed to close. */
  async function payTwice(buyer: { name: string; email: string }) {
    const { wanted, readRemaining } = await makeConcert(app);
    const order = await placeOrder(app, wanted({ buyer }));
    const first = await openPage(app, order);
    vi.spyOn(app.deps.payments, 'endPayment').mockResolvedValueOnce(undefined);
    app.clock.advance(60_000);
    const { body: second } = await askForMoreTime(app, order);
    await payPage(app, second.session_id);
    const payments = await Promise.all([1, 2, 3].map(() => payPage(app, first.session_id)));
    return { order, readRemaining, paymentId: payments[0]?.id ?? 0 };
  }

  it('is refunded and leaves the tickets valid', async () => {
    const buyer = { name: 'Mara Ellis', email: 'twice@example.org' };
    const { order, readRemaining, paymentId } = await payTwice(buyer);
    const payment = await refundPayment(app.deps, paymentId);
    expect(payment).toMatchObject({ status: 'refunded', amount_refunded_pence: 2970 });
    const { status, tickets } = await readOrder(app, order);
    expect([status, ...tickets.map((ticket) => ticket.status)]).toEqual([
      'confirmed',
      'valid',
      'valid',
      'valid',
    ]);
    expect(await readRemaining()).toBe(17);
    const refunds = await app.db
      .selectFrom('refunds')
      .leftJoin('refund_tickets', 'refund_tickets.refund_id', 'refunds.id')
      .select(['refunds.status', 'refunds.amount_pence', 'refund_tickets.ticket_id'])
      .where('payment_id', '=', paymentId)
      .execute();
    expect(refunds).toEqual([{ status: 'succeeded', amount_pence: 2970, ticket_id: null }]);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('causes one mail, which tells the buyer why the money goes back', async () => {
    const buyer = { name: 'Mara Ellis', email: 'twice.mailed@example.org' };
    const { paymentId } = await payTwice(buyer);
    await Promise.all([1, 2].map(() => refundPayment(app.deps, paymentId)));
    await runMailJobs(app, '^payments.send-refund-mail');
    await sendRefundMail(app.deps, { paymentId });
    const mail = only(listRefundMails(app, buyer));
    expect(mail.subject).toBe('Your payment of £29.70 is on its way back');
    expect(mail.text).toContain('so this second payment goes back. Your tickets stay valid.');
  });
});

describe('the ledger after the other tests of this file', () => {
  it('agrees with the payment provider on all amounts, and the database keeps every invariant', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(5);
    expect(ledger).toEqual(provider);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});
