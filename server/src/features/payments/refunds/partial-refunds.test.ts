import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeOrganiser, only } from '../../../../test/factories.ts';
import { refundOrder, sellOrder, type PaidOrder } from '../../../../test/paid-orders.ts';
import {
  connectProvider,
  listActions,
  openDispute,
  readBothBooks,
  readPayment,
  readTicketStatus,
  refundElsewhere,
  settleMoneyOf,
} from '../../../../test/payments.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { reconcilePayments } from '../ledger/reconcile.service.ts';
import { refundPayment } from './asking.service.ts';

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

const minuteMs = 60_000;

const sell = (card?: string) => sellOrder(app, organiser, [10, 8], card);

function refund(order: PaidOrder, body: Parameters<typeof refundOrder>[2]) {
  return refundOrder(app, { token: organiser.token, number: order.number }, body);
}

function refundFirst(order: PaidOrder) {
  return refund(order, { ticket_ids: order.ticketIds.slice(0, 1) });
}

/**
 * Refunds the ticket for £8. The order cost £18, so the provider would accept a second refund, which Foyer must never
 * request.
 */
function refundSecond(order: PaidOrder) {
  return refund(order, { ticket_ids: order.ticketIds.slice(1) });
}

function readStatuses({ ticketIds }: PaidOrder) {
  return Promise.all(ticketIds.map((id) => readTicketStatus(app, id)));
}

async function listAtProvider({ sessionId }: PaidOrder) {
  const { payment_intent_id } = await readPayment(app, sessionId);
  return (await connectProvider(app).refunds.list({ payment_intent: payment_intent_id ?? '' })).data;
}

function listRefunds({ paymentId }: PaidOrder) {
  return app.db
    .selectFrom('refunds')
    .select(['amount_pence', 'status', 'made_outside', 'ends_tickets', 'attempts'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
}

describe('an order after refunds of a part', () => {
  const readPaid = async ({ number }: PaidOrder, token: string) =>
    (await app.call('GET /orders/:number', { token, params: { number } })).body.order.paid;

  it('says what its buyer paid in the end, to the buyer and to the team', async () => {
    const order = await sell();
    expect(await readPaid(order, order.buyer.token)).toBeUndefined();
    await refundSecond(order);
    expect(await readPaid(order, order.buyer.token)).toBe(10);
    await refund(order, { amount: 3.2, cancel_tickets: false });
    expect(await readPaid(order, organiser.token)).toBe(6.8);
  });

  it('does not subtract a refund that the bank has rejected', async () => {
    const order = await sell('4000000000005126');
    await app.sandbox.setSwitches({ outcomeDelayMs: minuteMs });
    await refundElsewhere(app, order.sessionId, 1000);
    await settleMoneyOf(app, order.paymentId);
    expect(await readPaid(order, order.buyer.token)).toBe(8);
    app.clock.advance(2 * minuteMs);
    await app.sandbox.deliverDue();
    await settleMoneyOf(app, order.paymentId);
    expect(await listRefunds(order)).toMatchObject([{ amount_pence: 1000, status: 'failed' }]);
    expect(await readPaid(order, order.buyer.token)).toBe(18);
  });
});

describe.each(['fails_late', 'loses_answers', 'fails', 'unreachable'] as const)(
  'a refund of one ticket while the provider’s API has the fault “%s”',
  (api) => {
    it('returns the price of the ticket exactly once in the end', async () => {
      const order = await sell();
      await app.sandbox.setSwitches({ api });
      expect(await refundSecond(order)).toMatchObject({
        status: 201,
        body: { refund: { status: 'pending' } },
      });
      // Each of these tries may fail or find an earlier refund, but must never make a second one.
      for (let n = 0; n < 3; n += 1) await refundPayment(app.deps, order.paymentId).catch(() => {});
      await app.sandbox.setSwitches({ api: 'up' });
      await Promise.all(Array.from({ length: 5 }, () => refundPayment(app.deps, order.paymentId)));
      expect(await listAtProvider(order)).toMatchObject([{ amount: 800, status: 'succeeded' }]);
      expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'paid', refunded: 800 });
      expect(await readStatuses(order)).toEqual(['valid', 'refunded']);
    });
  },
);

describe('a refund whose answer was lost more than a day ago', () => {
  it('is found in the provider’s list, although the provider no longer knows its idempotency key', async () => {
    const order = await sell();
    await app.sandbox.setSwitches({ api: 'loses_answers' });
    await refundSecond(order);
    await app.sandbox.setSwitches({ api: 'up' });
    await app.db
      .updateTable('refunds')
      .set({ attempts: 7 })
      .where('payment_id', '=', order.paymentId)
      .execute();
    await refundPayment(app.deps, order.paymentId);
    expect(await listAtProvider(order)).toHaveLength(1);
    expect(await listRefunds(order)).toMatchObject([{ status: 'succeeded', amount_pence: 800 }]);
  });
});

describe('refunds that wait while the provider is down', () => {
  it('are all requested when the provider is back', async () => {
    const order = await sell();
    await app.sandbox.setSwitches({ api: 'errors' });
    await refundFirst(order);
    await refund(order, { amount: 3, cancel_tickets: false });
    await app.sandbox.setSwitches({ api: 'up' });
    app.clock.advance(3 * minuteMs);
    await reconcilePayments(app.deps);
    const amounts = (await listAtProvider(order)).map(({ amount }) => amount);
    expect(amounts.toSorted((one, other) => one - other)).toEqual([300, 1000]);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'paid', refunded: 1300 });
  });
});

describe('a refund of one ticket that the bank rejects', () => {
  it('is requested again, and the other ticket stays valid', async () => {
    const order = await sell('4000000000005126');
    await app.sandbox.setSwitches({ outcomeDelayMs: minuteMs });
    await refundFirst(order);
    app.clock.advance(2 * minuteMs);
    await app.sandbox.deliverDue();
    await settleMoneyOf(app, order.paymentId);
    expect(await listRefunds(order)).toMatchObject([{ status: 'pending', attempts: 1, amount_pence: 1000 }]);
    await refundPayment(app.deps, order.paymentId);
    expect((await listAtProvider(order)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
    expect(await listActions(app, 'payment', order.paymentId)).toContain('payment.refund_failed');
    expect(await readStatuses(order)).toEqual(['refunded', 'valid']);
    app.clock.advance(2 * minuteMs);
    await app.sandbox.deliverDue();
    await settleMoneyOf(app, order.paymentId);
  });

  it('is counted as failed even if the bank rejects it before Foyer has recorded its id', async () => {
    const order = await sell('4000000000005126');
    await app.sandbox.setSwitches({ outcomeDelayMs: minuteMs });
    const request = app.deps.payments.refund.bind(app.deps.payments);
    vi.spyOn(app.deps.payments, 'refund').mockImplementation(async (wanted) => {
      const id = await request(wanted);
      app.clock.advance(2 * minuteMs);
      await app.sandbox.deliverDue();
      return id;
    });
    await refundFirst(order);
    expect(await listRefunds(order)).toMatchObject([{ status: 'pending', attempts: 1 }]);
    await refundPayment(app.deps, order.paymentId);
    expect(await listRefunds(order)).toMatchObject([{ status: 'pending', attempts: 2 }]);
    expect((await listAtProvider(order)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });
});

describe("a refund in the provider's dashboard", () => {
  it('ends no ticket, and is recorded in our table of refunds, if it returns only a part of the payment', async () => {
    const order = await sell();
    await refundElsewhere(app, order.sessionId, 1000);
    await settleMoneyOf(app, order.paymentId);
    expect(await readStatuses(order)).toEqual(['valid', 'valid']);
    const row = { amount_pence: 1000, status: 'succeeded', made_outside: true, ends_tickets: false };
    expect(await listRefunds(order)).toMatchObject([row]);
    expect((await refund(order, { amount: 8.01 })).body).toMatchObject({ code: 'refund_too_large', left: 8 });
  });

  it('ends the remaining tickets if it returns the rest of the payment after an earlier refund by Foyer', async () => {
    const order = await sell();
    await refundFirst(order);
    await refundElsewhere(app, order.sessionId);
    await settleMoneyOf(app, order.paymentId);
    expect(await readStatuses(order)).toEqual(['refunded', 'refunded']);
    expect(await listRefunds(order)).toMatchObject([
      { amount_pence: 1000, made_outside: false },
      { amount_pence: 800, made_outside: true, ends_tickets: true },
    ]);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'refunded', refunded: 1800 });
  });

  it('reduces a waiting refund of Foyer to the amount that is left of the payment', async () => {
    const order = await sell();
    await app.sandbox.setSwitches({ api: 'errors' });
    await refundFirst(order);
    await app.sandbox.setSwitches({ api: 'up' });
    await refundElsewhere(app, order.sessionId, 1500);
    await refundPayment(app.deps, order.paymentId);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'refunded', refunded: 1800 });
    expect(await listRefunds(order)).toMatchObject([
      { amount_pence: 300, made_outside: false, status: 'succeeded' },
      { amount_pence: 1500, made_outside: true, status: 'succeeded' },
    ]);
    expect(await readStatuses(order)).toEqual(['refunded', 'refunded']);
  });
});

describe('a dispute after a refund of one ticket', () => {
  it('is recorded with the amount that the bank takes, and ends the remaining ticket when the dispute is lost', async () => {
    const order = await sell();
    await refundFirst(order);
    const disputeId = await openDispute(app, order.sessionId, 1800);
    await settleMoneyOf(app, order.paymentId);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ refunded: 1000, held: 1800 });
    expect(await readStatuses(order)).toEqual(['refunded', 'valid']);
    expect((await refund(order, {})).body).toMatchObject({ code: 'ticket_disputed' });
    await app.sandbox.closeDispute(disputeId, 'lost');
    await settleMoneyOf(app, order.paymentId);
    expect(await readStatuses(order)).toEqual(['refunded', 'refunded']);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'charged_back', held: 1800 });
  });

  it('ends waiting refunds when the bank takes the money', async () => {
    const order = await sell();
    await app.sandbox.setSwitches({ api: 'errors' });
    await refundFirst(order);
    await app.sandbox.setSwitches({ api: 'up' });
    await app.sandbox.closeDispute(await openDispute(app, order.sessionId), 'lost');
    await refundPayment(app.deps, order.paymentId);
    expect(only(await listRefunds(order))).toMatchObject({ status: 'failed' });
    expect(await listAtProvider(order)).toEqual([]);
  });
});

describe('the ledger', () => {
  it('agrees with the provider when the other tests of this file have run, and every invariant holds', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(10);
    expect(ledger).toEqual(provider);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});
