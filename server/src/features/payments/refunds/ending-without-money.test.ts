import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeOrganiser, only } from '../../../../test/factories.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { refundOrder, sellOrder, type PaidOrder } from '../../../../test/paid-orders.ts';
import { connectProvider, countRemaining, readPayment, readTicketStatus } from '../../../../test/payments.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

/** Sells an order of two tickets: one that costs £10 and one that costs nothing. Its buyer cannot cancel paid tickets. */
async function sellWithFree() {
  const sold = await sellOrder(app, organiser, [10, 0]);
  const [paid = 0, free = 0] = sold.ticketIds;
  return { ...sold, paid, free };
}

function refund({ number }: PaidOrder, body: Parameters<typeof refundOrder>[2], key?: string) {
  return refundOrder(app, { token: organiser.token, number, key }, body);
}

function cancel({ number }: PaidOrder, token: string, ticket_ids?: number[]) {
  return app.call('POST /orders/:number/cancel', { token, params: { number }, body: { ticket_ids } });
}

function changeTicket(id: number, status: 'cancelled' | 'refunded') {
  return app.call('PATCH /tickets/:id', { token: organiser.token, params: { id }, body: { status } });
}

function deleteTicket(id: number) {
  return app.call('DELETE /tickets/:id', { token: organiser.token, params: { id } });
}

async function readOrder({ number, buyer }: PaidOrder) {
  return (await app.call('GET /orders/:number', { token: buyer.token, params: { number } })).body.order;
}

async function listAtProvider({ sessionId }: PaidOrder) {
  const { payment_intent_id } = await readPayment(app, sessionId);
  return (await connectProvider(app).refunds.list({ payment_intent: payment_intent_id ?? '' })).data;
}

describe('a free ticket of a paid order', () => {
  it('ends together with the paid ticket when the team refunds both', async () => {
    const order = await sellWithFree();
    const answer = await refund(order, { ticket_ids: [order.paid, order.free], amount: 10 });
    expect(answer.body).toMatchObject({ left: 0, refund: { ticket_ids: [order.paid, order.free] } });
    expect(await readOrder(order)).toMatchObject({ status: 'cancelled' });
    expect(await countRemaining(app, order.eventId)).toBe(50);
  });

  it('can be ended by the team once, without asking the provider, and the buyer is told', async () => {
    const order = await sellWithFree();
    expect((await refund(order, { ticket_ids: [order.paid] })).status).toBe(201);
    const key = randomUUID();
    const body = { ticket_ids: [order.free], reason: 'Nobody brings the child' };
    const ended = await refund(order, body, key);
    expect(ended).toMatchObject({
      status: 201,
      body: {
        left: 0,
        refund: { amount: 0, status: 'succeeded', ends_tickets: true, ticket_ids: [order.free] },
      },
    });
    const again = await refund(order, body, key);
    expect(again).toMatchObject({ status: 200, body: { refund: { id: ended.body.refund.id } } });
    expect(await readTicketStatus(app, order.free)).toBe('refunded');
    expect(await readOrder(order)).toMatchObject({ status: 'cancelled' });
    expect(await countRemaining(app, order.eventId)).toBe(50);
    expect(await listAtProvider(order)).toHaveLength(1);
    await runOrderMails(app);
    const mails = listMailsTo(app, order.buyer).filter(({ subject }) => subject.includes('cancelled'));
    expect(only(mails).text).toContain('The organisers have cancelled a ticket of your order');
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('can be cancelled by the buyer even if paid tickets cannot', async () => {
    const order = await sellWithFree();
    const { token } = order.buyer;
    expect((await cancel(order, token, [order.paid])).body.code).toBe('order_paid');
    expect((await cancel(order, token)).body.code).toBe('order_paid');
    const answer = await cancel(order, token, [order.free]);
    expect(answer).toMatchObject({ status: 200, body: { order: { status: 'confirmed', refunds: [] } } });
    expect(await readTicketStatus(app, order.free)).toBe('cancelled');
    expect(await countRemaining(app, order.eventId)).toBe(49);
  });

  it('can be cancelled or deleted by the team, and cancelled by an administrator', async () => {
    const first = await sellWithFree();
    expect((await changeTicket(first.paid, 'cancelled')).body.code).toBe('ticket_paid');
    expect((await changeTicket(first.free, 'refunded')).body.code).toBe('ticket_not_paid');
    expect((await changeTicket(first.free, 'cancelled')).status).toBe(200);
    const second = await sellWithFree();
    expect((await deleteTicket(second.paid)).status).toBe(409);
    expect((await deleteTicket(second.free)).status).toBe(204);
    const third = await sellWithFree();
    const admin = await makeAdmin(app);
    expect((await cancel(third, admin.token)).body.code).toBe('order_paid');
    await refund(third, { ticket_ids: [third.paid] });
    expect((await cancel(third, admin.token)).body.order).toMatchObject({ status: 'cancelled' });
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('is not refunded by the older API, which says that nobody paid for the ticket', async () => {
    const { free } = await sellWithFree();
    const request = { token: organiser.token, params: { ticketId: free } };
    expect((await app.call('POST /stripe/refund/:ticketId', request)).body.code).toBe('ticket_not_paid');
  });
});

describe('tickets that stayed valid after a full refund', () => {
  it('can be ended by the team, so that the event can be deleted', async () => {
    const order = await sellOrder(app, organiser, [10, 8]);
    expect((await refund(order, { cancel_tickets: false })).body.left).toBe(0);
    expect((await refund(order, { cancel_tickets: false })).body.code).toBe('refund_too_large');
    const ended = await refund(order, {});
    expect(ended.body.refund).toMatchObject({ amount: 0, ticket_ids: order.ticketIds });
    expect(await readPayment(app, order.sessionId)).toMatchObject({ status: 'refunded', refunded: 1800 });
    expect(await readOrder(order)).toMatchObject({ status: 'cancelled' });
    expect((await refund(order, {})).body.code).toBe('refund_too_large');
    expect(await listBrokenInvariants(app.db)).toEqual([]);
    const removal = { token: organiser.token, params: { id: order.eventId } };
    expect((await app.call('DELETE /events/:id', removal)).status).toBe(204);
  });

  it('cannot be ended for nothing while money for them is left', async () => {
    const order = await sellOrder(app, organiser, [10]);
    expect((await refund(order, { amount: 0 })).status).toBe(400);
    expect((await refund(order, { amount: 4, cancel_tickets: false })).status).toBe(201);
    expect((await refund(order, {})).body.refund).toMatchObject({ amount: 6 });
  });
});
