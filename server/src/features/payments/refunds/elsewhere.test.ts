import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser, openCheckout } from '../../../../test/factories.ts';
import {
  buyTicket,
  countRemaining,
  insertRefund,
  listActions,
  listAuditEntries,
  listRefundMails,
  logInAgain,
  readBothBooks,
  readPayment,
  readTicketStatus,
  refundElsewhere,
  settleMoneyOf,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { reconcilePayments } from '../ledger/reconcile.service.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

const dayMs = 24 * 3600_000;

async function sell(number = '4242424242424242') {
  const event = await makeEvent(app, { price: 15, max_attendees: 3 }, organiser);
  const buyer = await makeUser(app);
  return { event, buyer, ...(await buyTicket(app, buyer, event.id, { number })) };
}

/** Moves the clock forward and logs the organiser in again, because the access token may have expired. */
async function moveOn(milliseconds: number) {
  app.clock.advance(milliseconds);
  organiser = { ...organiser, ...(await logInAgain(app, organiser)) };
}

function refundHere(ticketId: number) {
  return app.call('POST /stripe/refund/:ticketId', { token: organiser.token, params: { ticketId } });
}

async function readStatus(sessionId: string) {
  return (await readPayment(app, sessionId)).status;
}

describe("a full refund in the payment provider's dashboard", () => {
  it('ends the ticket, frees the seat and emails the buyer, each only once although webhooks repeat', async () => {
    const { event, buyer, ticketId, sessionId } = await sell();
    await app.sandbox.setSwitches({ webhookDuplicates: 3, webhookOrder: 'shuffled' });
    const { id } = await refundElsewhere(app, sessionId);
    await app.sandbox.deliverDue();
    await expect.poll(() => readStatus(sessionId)).toBe('refunded');
    expect(await readPayment(app, sessionId)).toMatchObject({
      refund_id: id,
      refund_reason: 'requested',
      refunded: 1500,
    });
    expect(await readTicketStatus(app, ticketId)).toBe('refunded');
    expect(await countRemaining(app, event.id)).toBe(3);
    await expect.poll(() => listRefundMails(app, buyer)).toHaveLength(1);
    const { id: paymentId } = await readPayment(app, sessionId);
    expect(await listAuditEntries(app, 'payment', paymentId)).toMatchObject([
      { action: 'payment.paid' },
      { action: 'payment.refunded', machine: 'the payment provider', details: { amount_pence: 1500 } },
    ]);
    expect(await listActions(app, 'ticket', ticketId)).toEqual(['ticket.refunded']);
    expect((await refundHere(ticketId)).body.code).toBe('ticket_refunded');
  });

  it('ends the ticket and frees the seat only once when fifty callers process the refund at once', async () => {
    const { event, ticketId, sessionId } = await sell();
    await app.sandbox.setSwitches({ webhookDrop: true });
    await refundElsewhere(app, sessionId);
    const { id } = await readPayment(app, sessionId);
    await Promise.all(Array.from({ length: 50 }, () => settleMoneyOf(app, id)));
    expect(await listActions(app, 'payment', id)).toEqual(['payment.paid', 'payment.refunded']);
    expect(await listActions(app, 'ticket', ticketId)).toEqual(['ticket.refunded']);
    expect(await countRemaining(app, event.id)).toBe(3);
  });

  it('returns the money and the seat only once if Foyer refunds the ticket at the same moment', async () => {
    const { event, buyer, ticketId, sessionId } = await sell();
    const { id } = await readPayment(app, sessionId);
    const [here] = await Promise.all([
      refundHere(ticketId),
      // The provider refuses this refund if Foyer's refund came first.
      refundElsewhere(app, sessionId).catch(() => {}),
      ...Array.from({ length: 50 }, () => settleMoneyOf(app, id)),
    ]);
    expect([200, 409]).toContain(here.status);
    await expect.poll(() => readStatus(sessionId)).toBe('refunded');
    expect(await countRemaining(app, event.id)).toBe(3);
    await expect.poll(() => listRefundMails(app, buyer)).toHaveLength(1);
    const actions = await listActions(app, 'payment', id);
    expect(actions.filter((action) => action === 'payment.refunded')).toHaveLength(1);
    expect(await listActions(app, 'ticket', ticketId)).toEqual(['ticket.refunded']);
  });

  it('leaves no valid ticket if the refund’s webhook arrives before the payment’s webhook', async () => {
    const event = await makeEvent(app, { price: 15, max_attendees: 3 }, organiser);
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.sandbox.setSwitches({ webhookHold: true });
    await app.sandbox.payWithCard(sessionId, { number: '4242424242424242' });
    await refundElsewhere(app, sessionId);
    await app.sandbox.setSwitches({ webhookHold: false, webhookOrder: 'reversed' });
    await app.sandbox.deliverDue();
    await expect.poll(() => readStatus(sessionId)).toBe('refunded');
    expect(await countRemaining(app, event.id)).toBe(3);
    const live = await app.db
      .selectFrom('tickets')
      .select('id')
      .where('event_id', '=', event.id)
      .where('status', 'in', ['valid', 'used'])
      .execute();
    expect(live).toEqual([]);
  });

  it('ends the ticket when Foyer checks the payment a day later, if the refund’s webhooks were lost', async () => {
    const { ticketId, sessionId } = await sell();
    await app.sandbox.setSwitches({ webhookDrop: true });
    await refundElsewhere(app, sessionId);
    await reconcilePayments(app.deps);
    expect(await readTicketStatus(app, ticketId)).toBe('valid');
    await moveOn(dayMs + 60_000);
    await reconcilePayments(app.deps);
    expect(await readTicketStatus(app, ticketId)).toBe('refunded');
  });

  it('ends the ticket before a slow bank has confirmed the refund; if the bank rejects it, Foyer requests a new refund', async () => {
    const slow = await sell('4000000000007726');
    const failing = await sell('4000000000005126');
    await app.sandbox.setSwitches({ outcomeDelayMs: 60_000 });
    for (const { sessionId } of [slow, failing]) await refundElsewhere(app, sessionId);
    await app.sandbox.deliverDue();
    await expect.poll(() => readStatus(slow.sessionId)).toBe('refund_pending');
    await expect.poll(() => readTicketStatus(app, failing.ticketId)).toBe('refunded');
    expect(await readTicketStatus(app, slow.ticketId)).toBe('refunded');
    expect(await readPayment(app, slow.sessionId)).toMatchObject({ refunded: 0 });
    app.clock.advance(61_000);
    await app.sandbox.deliverDue();
    await expect.poll(() => readStatus(slow.sessionId)).toBe('refunded');
    const readAttempts = async () => (await readPayment(app, failing.sessionId)).refund_attempts;
    await expect.poll(readAttempts).toBe(1);
    expect(await readPayment(app, failing.sessionId)).toMatchObject({
      status: 'refund_pending',
      refunded: 0,
    });
    app.clock.advance(3 * 60_000);
    await reconcilePayments(app.deps);
    expect((await readPayment(app, failing.sessionId)).refund_id).not.toBeNull();
    await expect.poll(() => listRefundMails(app, failing.buyer)).toHaveLength(1);
    const { id } = await readPayment(app, failing.sessionId);
    expect(await listActions(app, 'payment', id)).toContain('payment.refund_failed');
  });
});

describe('a refund that the bank rejects again and again', () => {
  it('is requested again after longer and longer pauses', async () => {
    const { buyer, sessionId } = await sell();
    await app.sandbox.setSwitches({ webhookDrop: true });
    const { id } = await readPayment(app, sessionId);
    await insertRefund(app, id, { attempts: 5 });
    const { token } = await makeAdmin(app);
    const { body } = await app.call('GET /admin/payments', { token, query: { limit: '100' } });
    expect(body.payments.find((payment) => payment.id === id)).toMatchObject({ refund_failing: true });
    const own = await app.call('GET /stripe/payments/:userId', { token, params: { userId: buyer.id } });
    expect(own.body.payments).toMatchObject([
      { status: 'refunded', refund_pending: true, refund_failing: true },
    ]);
    const refund = vi.spyOn(app.deps.payments, 'refund').mockRejectedValue(new Error('no'));
    const countTries = async (minutes: number) => {
      refund.mockClear();
      await moveOn(minutes * 60_000);
      await reconcilePayments(app.deps);
      return refund.mock.calls.length;
    };
    expect(await countTries(3)).toBe(1);
    expect(await countTries(20)).toBe(0);
    expect(await countTries(20)).toBe(1);
    refund.mockRestore();
    await moveOn(40 * 60_000);
    await reconcilePayments(app.deps);
    expect((await readPayment(app, sessionId)).status).toBe('refunded');
  });
});

describe("a partial refund in the payment provider's dashboard", () => {
  it('keeps the ticket valid, and a later refund from Foyer returns the rest of the price', async () => {
    const { event, buyer, ticketId, sessionId } = await sell();
    await refundElsewhere(app, sessionId, 500);
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readPayment(app, sessionId)).refunded).toBe(500);
    expect(await readStatus(sessionId)).toBe('paid');
    expect(await readTicketStatus(app, ticketId)).toBe('valid');
    expect(await countRemaining(app, event.id)).toBe(2);
    const own = { token: buyer.token, params: { userId: buyer.id } };
    const { payments } = (await app.call('GET /stripe/payments/:userId', own)).body;
    expect(payments).toMatchObject([{ status: 'paid', amount: 15, amount_refunded: 5 }]);

    expect((await refundHere(ticketId)).status).toBe(200);
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'refunded', refunded: 1500 });
    expect(await countRemaining(app, event.id)).toBe(3);
    const { id } = await readPayment(app, sessionId);
    expect(await listAuditEntries(app, 'payment', id)).toMatchObject([
      { action: 'payment.paid' },
      { action: 'payment.partly_refunded', details: { amount_pence: 500 } },
      { action: 'payment.refund_started', actor_id: organiser.id, details: { amount_pence: 1000 } },
      { action: 'payment.refunded', details: { amount_pence: 1000 } },
    ]);
  });

  it('ends the ticket when a second partial refund returns the rest of the price', async () => {
    const { ticketId, sessionId } = await sell();
    await refundElsewhere(app, sessionId, 500);
    await refundElsewhere(app, sessionId, 1000);
    await app.sandbox.deliverDue();
    await expect.poll(() => readStatus(sessionId)).toBe('refunded');
    expect(await readTicketStatus(app, ticketId)).toBe('refunded');
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(7);
    expect(ledger).toEqual(provider);
  });
});
