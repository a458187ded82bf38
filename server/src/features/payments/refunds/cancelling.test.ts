import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser, only } from '../../../../test/factories.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { findOnlyType, placeOrder, readOrderNumber } from '../../../../test/orders.ts';
import { payOrder, refundOrder, sellOrder, type PaidOrder } from '../../../../test/paid-orders.ts';
import {
  buyTicket,
  connectProvider,
  countRemaining,
  listAuditEntries,
  openDispute,
  readPayment,
  readTicketStatus,
  settleMoneyOf,
} from '../../../../test/payments.ts';
import { hashAddress } from '../../../mail/mail-stops.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

/** Sells a paid order with one ticket for each price. The buyer can cancel the order until a day before the event. */
const sell = (...prices: number[]) => sellOrder(app, organiser, prices, undefined, { refund_days: 1 });

interface Caller {
  token?: string;
  key?: string;
}

function cancel(number: string, { token, key }: Caller, ticket_ids?: number[]) {
  return app.call('POST /orders/:number/cancel', {
    token,
    params: { number },
    headers: key === undefined ? {} : { 'x-order-key': key },
    body: { ticket_ids },
  });
}

const cancelOwn = (order: PaidOrder, ticketIds?: number[]) => cancel(order.number, order.buyer, ticketIds);

function readStatuses({ ticketIds }: PaidOrder) {
  return Promise.all(ticketIds.map((id) => readTicketStatus(app, id)));
}

async function listAtProvider({ sessionId }: PaidOrder) {
  const { payment_intent_id } = await readPayment(app, sessionId);
  const { data } = await connectProvider(app).refunds.list({ payment_intent: payment_intent_id ?? '' });
  return data.map(({ amount }) => amount).toSorted((one, other) => one - other);
}

/** Orders and pays for a ticket of £6 as a guest, who can cancel it until the event starts. */
async function sellToGuest() {
  const event = await makeEvent(app, { price: 6, refund_days: 0 }, organiser);
  const items = [{ ticket_type_id: await findOnlyType(app, event.id), quantity: 1 }];
  const buyer = { name: 'Ada Byron', email: `ada-${randomUUID()}@example.org` };
  const { number, key = '', tickets } = await placeOrder(app, { event_id: event.id, items, buyer });
  return { number, key, buyer, ticketId: only(tickets).id, ...(await payOrder(app, number)) };
}

describe('cancelling paid tickets', () => {
  it('returns the money of these tickets, frees their places, and leaves the other tickets valid', async () => {
    const order = await sell(10, 8, 5);
    const [first = 0, second = 0, third = 0] = order.ticketIds;
    const { status, body } = await cancelOwn(order, [second, third]);
    expect(status).toBe(200);
    expect(body.order).toMatchObject({
      status: 'confirmed',
      refunds: [
        {
          amount: 13,
          status: 'succeeded',
          reason: 'buyer_cancelled',
          ticket_ids: [second, third],
          note: null,
        },
      ],
    });
    expect(await readStatuses(order)).toEqual(['valid', 'refunded', 'refunded']);
    expect(await countRemaining(app, order.eventId)).toBe(49);
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'paid', refunded: 1300 });
    await runOrderMails(app);
    const mail = listMailsTo(app, order.buyer).find(({ subject }) => subject.startsWith('You cancelled'));
    expect(mail?.subject).toBe('You cancelled 2 tickets, £13.00 goes back to your card');
    expect(mail?.text).toContain('£13.00 of the £23.00 goes back to the card you paid with.');

    expect((await cancelOwn(order)).body.order).toMatchObject({
      status: 'cancelled',
      tickets: [{ id: first }, {}, {}],
    });
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'refunded', refunded: 2300 });
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('returns the money once when the buyer sends the same request several times at once', async () => {
    const order = await sell(10, 8);
    const [first = 0] = order.ticketIds;
    const some = await Promise.all(Array.from({ length: 5 }, () => cancelOwn(order, [first])));
    expect(some.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await listAtProvider(order)).toEqual([1000]);
    const all = await Promise.all(Array.from({ length: 5 }, () => cancelOwn(order)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await cancelOwn(order, order.ticketIds)).body.order.refunds).toHaveLength(2);
    expect(await listAtProvider(order)).toEqual([800, 1000]);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('returns the rest of a ticket’s price if a part was refunded before', async () => {
    const order = await sell(10, 8);
    const [first = 0] = order.ticketIds;
    const { token } = organiser;
    const part = { ticket_ids: [first], amount: 2.5, cancel_tickets: false };
    await refundOrder(app, { token, number: order.number }, part);
    const { body } = await cancelOwn(order, [first]);
    expect(body.order.refunds).toMatchObject([{ amount: 2.5 }, { amount: 7.5 }]);
  });

  it('ends a ticket without a refund if none of its price is left to return', async () => {
    const order = await sell(10, 0);
    const [paid = 0, free = 0] = order.ticketIds;
    expect((await cancelOwn(order, [free])).body.order).toMatchObject({ status: 'confirmed', refunds: [] });
    expect(await readStatuses(order)).toEqual(['valid', 'cancelled']);
    const { token } = organiser;
    await refundOrder(app, { token, number: order.number }, { ticket_ids: [paid], cancel_tickets: false });
    const { body } = await cancelOwn(order);
    expect(body.order).toMatchObject({ status: 'cancelled', refunds: [{ amount: 10, reason: 'requested' }] });
    expect(await countRemaining(app, order.eventId)).toBe(50);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('sends a guest a mail with a link to the order, and is recorded in the audit log as done by a guest', async () => {
    const order = await sellToGuest();
    const { body } = await cancel(order.number, { key: order.key });
    expect(body.order).toMatchObject({ status: 'cancelled', refunds: [{ amount: 6 }] });
    await runOrderMails(app);
    const mail = listMailsTo(app, order.buyer).find(({ subject }) => subject.startsWith('You cancelled'));
    expect(mail?.subject).toBe('You cancelled 1 ticket, £6.00 goes back to your card');
    expect(mail?.text).toContain(`/orders/${order.number}#key=${order.key}`);
    const byGuest = { machine: 'a guest', actor_id: null };
    expect(await listAuditEntries(app, 'payment', order.paymentId)).toMatchObject([
      { action: 'payment.paid' },
      { action: 'payment.refund_started', ...byGuest, details: { reason: 'buyer_cancelled' } },
      { action: 'payment.refunded' },
    ]);
    expect(await listAuditEntries(app, 'ticket', order.ticketId)).toMatchObject([
      { action: 'ticket.refunded', ...byGuest },
    ]);
  });

  it('sends a guest a mail even if the guest has stopped all mails', async () => {
    const order = await sellToGuest();
    const stop = { address_hash: hashAddress(order.buyer.email), scope: 'all', object_id: 0 } as const;
    await app.db
      .insertInto('mail_stops')
      .values({ ...stop, stopped_at: app.clock.now() })
      .execute();
    await cancel(order.number, { key: order.key });
    await runOrderMails(app);
    const subjects = listMailsTo(app, order.buyer).map(({ subject }) => subject);
    expect(subjects).toContain('You cancelled 1 ticket, £6.00 goes back to your card');
  });

  it('cannot succeed together with a check-in of the same ticket at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await sell(10);
      const [codeOrId = 0] = order.ticketIds;
      const [cancelled, admitted] = await Promise.all([
        cancelOwn(order),
        app.call('POST /tickets/use/:codeOrId', { token: organiser.token, params: { codeOrId } }),
      ]);
      expect([cancelled.status, admitted.status].toSorted((one, other) => one - other)).toEqual([200, 409]);
      expect(await readStatuses(order)).toEqual([cancelled.status === 200 ? 'refunded' : 'used']);
    }
  });

  it('returns the money once even if the organiser refunds the order at the same moment', async () => {
    const order = await sell(10, 8);
    await Promise.all([
      cancelOwn(order),
      refundOrder(app, { token: organiser.token, number: order.number }),
      cancelOwn(order, order.ticketIds.slice(1)),
    ]);
    expect((await listAtProvider(order)).reduce((sum, amount) => sum + amount, 0)).toBe(1800);
    expect(await readStatuses(order)).toEqual(['refunded', 'refunded']);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});

describe('a request to cancel paid tickets', () => {
  it('is refused if the event did not allow it at the time of the order, or if the caller is not the buyer', async () => {
    const order = await sellOrder(app, organiser, [10]);
    const change = { token: organiser.token, params: { id: order.eventId }, body: { refund_days: 30 } };
    await app.call('PATCH /events/:id', change);
    expect((await cancelOwn(order)).body.code).toBe('order_paid');
    const other = await sell(10);
    expect((await cancel(other.number, await makeAdmin(app))).body.code).toBe('order_paid');
    expect([...(await readStatuses(order)), ...(await readStatuses(other))]).toEqual(['valid', 'valid']);
  });

  it('is refused after the deadline of the event for cancellations', async () => {
    const order = await sell(10);
    const day = 24 * 3_600_000;
    const startIn = (milliseconds: number) =>
      app.db
        .updateTable('events')
        .set({ start_time: new Date(app.clock.now().getTime() + milliseconds) })
        .where('id', '=', order.eventId)
        .execute();
    await startIn(day - 1000);
    expect((await cancelOwn(order)).body.code).toBe('cancellation_too_late');
    await startIn(-1000);
    expect((await cancelOwn(order)).body.code).toBe('event_started');
    await startIn(day + 60_000);
    expect((await cancelOwn(order)).status).toBe(200);
  });

  it('is refused for used, transferred and disputed tickets, and for tickets of another order', async () => {
    const order = await sell(10, 8, 5);
    const [first = 0, second = 0, third = 0] = order.ticketIds;
    const { token } = organiser;
    await app.call('POST /tickets/use/:codeOrId', { token, params: { codeOrId: first } });
    await app.call('POST /tickets/:id/transfer', {
      token: order.buyer.token,
      params: { id: second },
      headers: { 'idempotency-key': randomUUID() },
      body: { name: 'Ivo Marsh', email: 'ivo@example.org' },
    });
    const other = await sell(4);
    const code = async (ids?: number[]) => (await cancelOwn(order, ids)).body.code;
    expect(await code([first])).toBe('ticket_used');
    expect(await code([second])).toBe('ticket_transferred');
    expect(await code(other.ticketIds)).toBe('ticket_not_found');
    expect(await code()).toBe('ticket_used');
    await openDispute(app, order.sessionId);
    await settleMoneyOf(app, order.paymentId);
    expect(await code([third])).toBe('ticket_disputed');
    expect(await readStatuses(order)).toEqual(['used', 'valid', 'valid']);
    expect(await listAtProvider(order)).toEqual([]);
  });
});

describe('a ticket that the older API sold', () => {
  it('can be cancelled through its order if the event allows this, but not through the older API', async () => {
    const { id: eventId } = await makeEvent(app, { price: 10, refund_days: 1 }, organiser);
    const buyer = await makeUser(app);
    const { ticketId } = await buyTicket(app, buyer, eventId);
    const { body } = await app.call('GET /users/:id/registrations', {
      token: buyer.token,
      params: { id: buyer.id },
    });
    const registration = { token: buyer.token, params: { id: only(body.registrations).id } };
    expect((await app.call('PATCH /events/registrations/:id/cancel', registration)).body).toMatchObject({
      code: 'paid_registration',
      msg: 'You have already purchased a ticket for this event. Please contact support for refunds.',
    });
    const number = await readOrderNumber(app, ticketId);
    expect((await cancel(number, buyer)).body.order).toMatchObject({
      status: 'cancelled',
      refunds: [{ amount: 10 }],
    });
    expect(await readTicketStatus(app, ticketId)).toBe('refunded');
    await buyTicket(app, buyer, eventId);
    expect((await cancel(number, buyer)).body.order.refunds).toMatchObject([{ amount: 10 }, { amount: 10 }]);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('cannot be cancelled if the event has no deadline for cancellations', async () => {
    const { id: eventId } = await makeEvent(app, { price: 10 }, organiser);
    const buyer = await makeUser(app);
    const { ticketId } = await buyTicket(app, buyer, eventId);
    expect((await cancel(await readOrderNumber(app, ticketId), buyer)).body.code).toBe('order_paid');
    expect(await readTicketStatus(app, ticketId)).toBe('valid');
  });
});
