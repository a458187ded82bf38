import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeUser } from '../../../../test/factories.ts';
import {
  askForMoreTime,
  askForPage,
  goodCard,
  makeConcert,
  openPage,
  payPage,
  readOrder,
  readSession,
  settleOrder,
} from '../../../../test/order-payments.ts';
import { findOnlyType, placeOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfCodes } from '../../../../test/promo-codes.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { expireHolds } from './holds.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

const minute = 60_000;

function listLines(session: Awaited<ReturnType<typeof readSession>>) {
  return session.line_items?.data.map(({ description, quantity, price }) => [
    description,
    quantity,
    price?.unit_amount,
  ]);
}

describe('the payment page of an order', () => {
  it("lists a guest's ticket types at their net prices, and leads back to a web address without the key of the order", async () => {
    const { wanted } = await makeConcert(app);
    const buyer = { name: 'Mara Ellis', email: 'mara.pays@example.org' };
    const order = await placeOrder(app, wanted({ buyer }));
    const page = await openPage(app, order);
    const session = await readSession(app, page.session_id);
    expect(listLines(session)).toEqual([
      ['General admission', 2, 1125],
      ['Reduced', 1, 720],
    ]);
    expect(session).toMatchObject({
      amount_total: 2970,
      customer: null,
      customer_email: buyer.email,
      expires_at: Math.floor(Date.parse(page.expires_at) / 1000),
      success_url: `http://foyer.localhost/orders/${order.number}?from=payment&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `http://foyer.localhost/orders/${order.number}`,
    });
    expect(JSON.stringify(session)).not.toContain(order.key);
    expect((await readOrder(app, order)).hold_expires_at).toBe(page.expires_at);
  });

  it('has a line for each net price when a discount leaves tickets of one type with different prices', async () => {
    const organiser = await makeOrganiserOfCodes(app);
    const { id, typeId } = await organiser.makeSale({ price: 10 });
    await organiser.makeCode(id, { code: 'POUND', kind: 'amount', percent: undefined, amount: 1 });
    const items = [{ ticket_type_id: typeId, quantity: 3 }];
    const order = await placeOrder(app, { event_id: id, items, promo_code: 'POUND' });
    const session = await readSession(app, (await openPage(app, order)).session_id);
    expect(listLines(session)).toEqual([
      ['General admission', 1, 966],
      ['General admission', 2, 967],
    ]);
    expect(session.amount_total).toBe(2900);
  });

  it('lets an account keep its card, and shows the address of the account', async () => {
    const { wanted } = await makeConcert(app);
    const { token } = await makeUser(app);
    const { number } = await placeOrder(app, wanted(), { token });
    const session = await readSession(app, (await openPage(app, { number, token })).session_id);
    expect(session.customer).toMatch(/^cus_/);
    expect(session.saved_payment_method_options?.payment_method_save).toBe('enabled');
  });

  it('is the same page however often its buyer asks, even at the same moment', async () => {
    const { wanted } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    const pages = await Promise.all(Array.from({ length: 5 }, () => openPage(app, order)));
    expect(new Set([...pages, await openPage(app, order)].map((page) => page.session_id)).size).toBe(1);
  });

  it('closes when the hold ends, and the places and the promo code of the order become free', async () => {
    const { wanted, readUses, readRemaining } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    const page = await openPage(app, order);
    expect(await readUses()).toBe(1);
    app.clock.advance(36 * minute);
    expect(await askForPage(app, order)).toMatchObject({ status: 409, body: { code: 'order_closed' } });
    await expireHolds(app.deps);
    expect(await readOrder(app, order)).toMatchObject({
      status: 'expired',
      tickets: [{ status: 'expired' }, {}, {}],
    });
    expect(await app.sandbox.payWithCard(page.session_id, goodCard)).toMatchObject({ outcome: 'expired' });
    expect([await readUses(), await readRemaining()]).toEqual([0, 20]);
  });

  it('does not open for a confirmed or cancelled order', async () => {
    const { id } = await makeEvent(app, { price: 0 });
    const items = [{ ticket_type_id: await findOnlyType(app, id), quantity: 1 }];
    const free = await placeOrder(app, { event_id: id, items });
    expect(await askForPage(app, free)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    const { wanted } = await makeConcert(app);
    const { number, key } = await placeOrder(app, wanted());
    await app.call('POST /orders/:number/cancel', { params: { number }, headers: { 'x-order-key': key } });
    expect(await askForPage(app, { number, key })).toMatchObject({
      status: 409,
      body: { code: 'order_closed' },
    });
  });
});

describe('a request for more time to pay', () => {
  it('extends the hold and replaces the payment page, once per order', async () => {
    const { wanted } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    const first = await openPage(app, order);
    expect([order.may_extend, (await readOrder(app, order)).may_extend]).toEqual([true, true]);
    app.clock.advance(20 * minute);
    const { status, body: second } = await askForMoreTime(app, order);
    expect(status).toBe(200);
    expect(Date.parse(second.expires_at)).toBeGreaterThanOrEqual(Date.parse(first.expires_at) + 20 * minute);
    expect(await readOrder(app, order)).toMatchObject({
      may_extend: false,
      hold_expires_at: second.expires_at,
    });
    expect((await readSession(app, first.session_id)).status).toBe('expired');
    expect(await askForMoreTime(app, order)).toMatchObject({ status: 409, body: { code: 'more_time_used' } });
    expect((await openPage(app, order)).session_id).toBe(second.session_id);
    expect(await payPage(app, second.session_id)).toMatchObject({ status: 'paid' });
    expect((await readOrder(app, order)).status).toBe('confirmed');
  });

  it('that failed at the provider is completed when the buyer next opens the payment page', async () => {
    const { wanted } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    const first = await openPage(app, order);
    app.clock.advance(minute);
    vi.spyOn(app.deps.payments, 'endPayment').mockRejectedValueOnce(new Error('The provider is away'));
    expect((await askForMoreTime(app, order)).status).toBe(500);
    const second = await openPage(app, order);
    expect(second.session_id).not.toBe(first.session_id);
    expect((await readSession(app, first.session_id)).status).toBe('expired');
  });

  it('confirms the order instead if the buyer has just paid', async () => {
    const { wanted } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    await app.sandbox.payWithCard((await openPage(app, order)).session_id, goodCard);
    expect(await askForMoreTime(app, order)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
    expect((await readOrder(app, order)).status).toBe('confirmed');
  });
});

describe('a paid order', () => {
  it('is confirmed as a whole, with a code for each ticket and one mail', async () => {
    const { wanted } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    const { session_id } = await openPage(app, order);
    expect((await settleOrder(app, order)).body.order.status).toBe('held');
    await app.sandbox.payWithCard(session_id, goodCard);
    app.clock.advance(minute);
    const { body } = await settleOrder(app, order);
    expect(body.order).toMatchObject({ status: 'confirmed', hold_expires_at: null, total: 29.7 });
    expect(body.order.tickets.map(({ status, price }) => [status, price])).toEqual([
      ['valid', 11.25],
      ['valid', 11.25],
      ['valid', 7.2],
    ]);
    const codes = body.order.tickets.flatMap(({ ticket_code, short_code }) => [ticket_code, short_code]);
    expect(new Set(codes.filter(Boolean)).size).toBe(6);
    expect(await askForPage(app, order)).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  });

  it('is settled once when twenty requests of its buyer and the webhook arrive at the same moment', async () => {
    const { wanted, readUses, readRemaining } = await makeConcert(app);
    const order = await placeOrder(app, wanted());
    const { session_id } = await openPage(app, order);
    await app.sandbox.payWithCard(session_id, goodCard);
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => settleOrder(app, order)),
      ...Array.from({ length: 5 }, () => payPage(app, session_id)),
    ]);
    expect(answers.length).toBe(25);
    expect((await readOrder(app, order)).tickets.length).toBe(3);
    expect([await readUses(), await readRemaining()]).toEqual([1, 17]);
    const due = await app.db
      .selectFrom('orders')
      .select('mail_due_at')
      .where('number', '=', order.number)
      .executeTakeFirstOrThrow();
    expect(due.mail_due_at).not.toBeNull();
  });
});

describe('the database after the other tests of this file', () => {
  it('keeps every invariant', async () => {
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});
