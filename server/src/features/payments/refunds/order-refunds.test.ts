import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, only } from '../../../../test/factories.ts';
import { findOnlyType, placeOrder } from '../../../../test/orders.ts';
import { payOrder, refundOrder, sellOrder, type PaidOrder } from '../../../../test/paid-orders.ts';
import {
  connectProvider,
  countRemaining,
  listAuditEntries,
  listRefundMails,
  openDispute,
  readBothBooks,
  readPayment,
  readTicketStatus,
  settleMoneyOf,
} from '../../../../test/payments.ts';
import type { Tx } from '../../../db/connect.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { lockPayment } from '../payments.queries.ts';
import { startRefund } from './refunds.service.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

const sell = (...prices: number[]) => sellOrder(app, organiser, prices);

function refund(order: PaidOrder, body: Parameters<typeof refundOrder>[2] = {}, key?: string) {
  return refundOrder(app, { token: organiser.token, number: order.number, key }, body);
}

async function readOrder({ number }: PaidOrder, token: string) {
  return (await app.call('GET /orders/:number', { token, params: { number } })).body.order;
}

function readStatuses({ ticketIds }: PaidOrder) {
  return Promise.all(ticketIds.map((id) => readTicketStatus(app, id)));
}

async function getLocked(tx: Tx, { paymentId }: PaidOrder) {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error(`There is no payment ${paymentId}`);
  return payment;
}

async function listAtProvider({ sessionId }: PaidOrder) {
  const { payment_intent_id } = await readPayment(app, sessionId);
  return (await connectProvider(app).refunds.list({ payment_intent: payment_intent_id ?? '' })).data;
}

describe('a refund of a whole order', () => {
  it('returns all the money, ends the order and its tickets, and tells the buyer', async () => {
    const order = await sell(10, 8);
    const answer = await refund(order, { reason: 'The band is ill' });
    expect(answer).toMatchObject({
      status: 201,
      body: { left: 0, refund: { amount: 18, status: 'succeeded', ticket_ids: order.ticketIds } },
    });
    expect(await readStatuses(order)).toEqual(['refunded', 'refunded']);
    expect(await countRemaining(app, order.eventId)).toBe(50);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'refunded', refunded: 1800 });
    expect(await readOrder(order, order.buyer.token)).toMatchObject({ status: 'cancelled' });
    await expect.poll(() => listRefundMails(app, order.buyer)).toHaveLength(1);
    const mail = only(listRefundMails(app, order.buyer));
    expect(mail.subject).toBe('Your payment of £18.00 is on its way back');
    expect(mail.text).toContain('The organisers have refunded your 2 tickets');
    const started = (await listAuditEntries(app, 'payment', order.paymentId))[1];
    expect(started).toMatchObject({
      action: 'payment.refund_started',
      actor_id: organiser.id,
      details: { amount_pence: 1800, note: 'The band is ill' },
    });
  });

  it('is announced to a guest at the email address of the order', async () => {
    const event = await makeEvent(app, { price: 6 }, organiser);
    const items = [{ ticket_type_id: await findOnlyType(app, event.id), quantity: 1 }];
    const buyer = { name: 'Ada Byron', email: 'ada.byron@example.org' };
    const { number } = await placeOrder(app, { event_id: event.id, items, buyer });
    await payOrder(app, number);
    expect((await refundOrder(app, { token: organiser.token, number })).status).toBe(201);
    await expect.poll(() => listRefundMails(app, buyer)).toHaveLength(1);
    const { text } = only(listRefundMails(app, buyer));
    expect(text).toContain('Hello Ada Byron,');
    expect(text).not.toContain('delete your account');
  });

  it('leaves the tickets valid if the organiser chooses this', async () => {
    const order = await sell(10, 8);
    expect((await refund(order, { cancel_tickets: false })).body.refund).toMatchObject({ amount: 18 });
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'refunded', refunded: 1800 });
    expect(await readStatuses(order)).toEqual(['valid', 'valid']);
    const door = { token: organiser.token, params: { codeOrId: order.ticketIds[0] ?? 0 } };
    expect((await app.call('POST /tickets/use/:codeOrId', door)).status).toBe(200);
    await settleMoneyOf(app, order.paymentId);
    expect(await readStatuses(order)).toEqual(['used', 'valid']);
  });
});

describe('a refund of some tickets', () => {
  it('returns the prices of these tickets and ends these tickets, and leaves the other tickets valid', async () => {
    const order = await sell(10, 8, 5);
    const [first = 0, second = 0] = order.ticketIds;
    const answer = await refund(order, { ticket_ids: [first, second] });
    expect(answer.body).toMatchObject({ left: 5, refund: { amount: 18, ticket_ids: [first, second] } });
    expect(await readStatuses(order)).toEqual(['refunded', 'refunded', 'valid']);
    expect(await countRemaining(app, order.eventId)).toBe(49);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'paid', refunded: 1800 });
    expect(await readOrder(order, order.buyer.token)).toMatchObject({ status: 'confirmed' });
    await expect.poll(() => listRefundMails(app, order.buyer)).toHaveLength(1);
    expect(only(listRefundMails(app, order.buyer)).text).toContain('£18.00 of the £23.00 goes back');

    expect((await refund(order)).body).toMatchObject({ left: 0, refund: { amount: 5 } });
    expect(await readStatuses(order)).toEqual(['refunded', 'refunded', 'refunded']);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'refunded', refunded: 2300 });
    expect(await readOrder(order, order.buyer.token)).toMatchObject({ status: 'cancelled' });
  });

  it('leaves a free ticket of the same order valid, although all the money goes back', async () => {
    const order = await sell(10, 0);
    const answer = await refund(order, { ticket_ids: order.ticketIds.slice(0, 1) });
    expect(answer).toMatchObject({ status: 201, body: { left: 0 } });
    expect(await readStatuses(order)).toEqual(['refunded', 'valid']);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('is stored at the provider with our key, so that Foyer can find the refund again', async () => {
    const order = await sell(10, 8);
    await refund(order, { ticket_ids: order.ticketIds.slice(0, 1) });
    const keys = await app.db
      .selectFrom('refunds')
      .select('provider_key')
      .where('payment_id', '=', order.paymentId)
      .execute();
    expect(await listAtProvider(order)).toMatchObject([
      { amount: 1000, metadata: { refund: only(keys).provider_key } },
    ]);
  });

  it('returns the rest of a ticket’s price if a part was returned before', async () => {
    const order = await sell(10, 8);
    const [first = 0] = order.ticketIds;
    await refund(order, { ticket_ids: [first], amount: 2.5, cancel_tickets: false });
    expect((await refund(order, { ticket_ids: [first] })).body).toMatchObject({
      left: 8,
      refund: { amount: 7.5 },
    });
  });

  it('ends only one ticket of the order if it is requested through the older API', async () => {
    const order = await sell(10, 8);
    const [ticketId = 0] = order.ticketIds;
    const { token } = organiser;
    const answer = await app.call('POST /stripe/refund/:ticketId', { token, params: { ticketId } });
    expect(answer.body).toMatchObject({ success: true, ticket: { status: 'refunded' } });
    expect(await readStatuses(order)).toEqual(['refunded', 'valid']);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'paid', refunded: 1000 });
  });
});

describe('a refund of an amount', () => {
  it('can leave the tickets valid, and shows the organiser’s reason only to the team', async () => {
    const order = await sell(10, 8);
    const wish = { amount: 4.5, cancel_tickets: false, reason: 'The view was blocked' };
    expect((await refund(order, wish)).body).toMatchObject({ left: 13.5, refund: { amount: 4.5 } });
    expect(await readStatuses(order)).toEqual(['valid', 'valid']);
    const shown = { amount: 4.5, status: 'succeeded', reason: 'requested', ends_tickets: false };
    const ofBuyer = await readOrder(order, order.buyer.token);
    expect(ofBuyer.refunds).toMatchObject([{ ...shown, note: null }]);
    const ofTeam = await readOrder(order, organiser.token);
    expect(ofTeam.refunds).toMatchObject([{ ...shown, note: 'The view was blocked' }]);
    await expect.poll(() => listRefundMails(app, order.buyer)).toHaveLength(1);
    const mail = only(listRefundMails(app, order.buyer));
    expect(mail.text).toContain('Your tickets stay valid.');
    expect(mail.text).toContain('View your order:');
  });

  it('can end all tickets although the organiser keeps part of the money', async () => {
    const order = await sell(10, 8);
    expect((await refund(order, { amount: 9 })).body).toMatchObject({ left: 9 });
    expect(await readStatuses(order)).toEqual(['refunded', 'refunded']);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'paid', refunded: 900 });
  });

  it('is refused if it is larger than what is left of the order or of the ticket, and the answer says how much is left', async () => {
    const order = await sell(10, 8);
    const tooLarge = (left: number) => ({ status: 409, body: { code: 'refund_too_large', left } });
    expect(await refund(order, { amount: 18.01 })).toMatchObject(tooLarge(18));
    const first = order.ticketIds.slice(0, 1);
    expect(await refund(order, { amount: 10.01, ticket_ids: first })).toMatchObject(tooLarge(10));
    await refund(order, { amount: 12, cancel_tickets: false });
    expect(await refund(order, { amount: 6.01 })).toMatchObject(tooLarge(6));
    await refund(order);
    expect(await refund(order)).toMatchObject(tooLarge(0));
  });

  it('is refused by the ledger if it is larger than the payment, even when Foyer itself starts the refund', async () => {
    const order = await sell(10, 8);
    const starting = app.db.transaction().execute(async (tx) => {
      const payment = await getLocked(tx, order);
      const tooMuch = { by: 'Foyer itself', reason: 'requested', amountPence: 1801 } as const;
      return startRefund(app.deps, tx, payment, tooMuch);
    });
    await expect(starting).rejects.toMatchObject({ code: 'refund_too_large' });
  });
});

describe('a refund that cannot be made', () => {
  it('is refused with an error code that names the reason: a ticket of another order, a refunded or disputed ticket, or an order without a payment', async () => {
    const order = await sell(10, 8);
    const other = await sell(10);
    const [first = 0] = order.ticketIds;
    const code = async (ids: number[]) => (await refund(order, { ticket_ids: ids })).body;
    expect(await code(other.ticketIds)).toMatchObject({ code: 'ticket_not_found' });
    await refund(order, { ticket_ids: [first] });
    expect(await code([first])).toMatchObject({ code: 'ticket_refunded' });
    await openDispute(app, order.sessionId);
    await settleMoneyOf(app, order.paymentId);
    expect(await code(order.ticketIds.slice(1))).toMatchObject({ code: 'ticket_disputed' });
    await app.db
      .updateTable('tickets')
      .set({ payment_id: null })
      .where('id', 'in', other.ticketIds)
      .execute();
    expect((await refund(other)).body).toMatchObject({ code: 'order_not_paid' });
    await app.db
      .updateTable('tickets')
      .set({ payment_id: other.paymentId })
      .where('id', 'in', other.ticketIds)
      .execute();
  });
});

describe('the idempotency key of a refund', () => {
  it('turns twenty equal requests at once into one refund', async () => {
    const order = await sell(10, 8);
    const [key, wish] = [randomUUID(), { amount: 3, cancel_tickets: false }];
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(order, wish, key)));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
    expect(new Set(answers.map(({ body }) => body.refund.id)).size).toBe(1);
    expect(await listAtProvider(order)).toMatchObject([{ amount: 300 }]);
  });

  it('is refused when it is sent again with a different refund', async () => {
    const order = await sell(10, 8);
    const key = randomUUID();
    await refund(order, { amount: 3, cancel_tickets: false }, key);
    for (const other of [{ amount: 4, cancel_tickets: false }, { amount: 3 }, { cancel_tickets: false }]) {
      expect((await refund(order, other, key)).body).toMatchObject({ code: 'idempotency_key_reused' });
    }
    expect(await listAtProvider(order)).toHaveLength(1);
  });
});

describe('twenty refunds at once with different keys', () => {
  it('never return more than was paid', async () => {
    const order = await sell(10, 8);
    const wish = { amount: 2.5, cancel_tickets: false };
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(order, wish)));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ body }) => 'code' in body && body.code === 'refund_too_large');
    expect([made.length, refused.length]).toEqual([7, 13]);
    const atProvider = await listAtProvider(order);
    expect(atProvider.reduce((sum, { amount }) => sum + amount, 0)).toBe(1750);
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
