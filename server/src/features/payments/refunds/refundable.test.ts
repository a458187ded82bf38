import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser } from '../../../../test/factories.ts';
import { readOrderNumber } from '../../../../test/orders.ts';
import { refundOrder, sellOrder } from '../../../../test/paid-orders.ts';
import { buyTicket } from '../../../../test/payments.ts';
import { readPdf } from '../../../../test/mails/pdf-pages.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

async function readOrder(number: string, { token }: { token: string }) {
  return (await app.call('GET /orders/:number', { token, params: { number } })).body.order;
}

describe('what can still be refunded of an order', () => {
  it('is shown to the team: what is left of the payment and of each ticket', async () => {
    const order = await sellOrder(app, organiser, [10, 8]);
    const [first = 0, second = 0] = order.ticketIds;
    const refunding = { token: organiser.token, number: order.number };
    await refundOrder(app, refunding, { amount: 2.5, ticket_ids: [first], cancel_tickets: false });
    const left = [
      { id: first, left: 7.5 },
      { id: second, left: 8 },
    ];
    expect(await readOrder(order.number, organiser)).toMatchObject({
      refundable: { left: 15.5, tickets: left },
    });
    expect(await readOrder(order.number, order.buyer)).not.toHaveProperty('refundable');
  });

  it('counts only the new payment when a buyer buys again after a refund', async () => {
    const event = await makeEvent(app, { price: 9 }, organiser);
    const buyer = await makeUser(app);
    const old = await buyTicket(app, buyer, event.id);
    await app.call('POST /stripe/refund/:ticketId', { token: organiser.token, params: old });
    const { ticketId } = await buyTicket(app, buyer, event.id);
    const order = await readOrder(await readOrderNumber(app, ticketId), organiser);
    expect(order).toMatchObject({ total: 9, refundable: { left: 9, tickets: [{ id: ticketId, left: 9 }] } });
    // The page of an order groups tickets by place, and so does the receipt.
    expect(order.tickets.map(({ place, status }) => [place, status])).toEqual([
      [1, 'refunded'],
      [1, 'valid'],
    ]);
    const url = `/api/orders/${order.number}/receipt.pdf`;
    const headers = { authorization: `Bearer ${buyer.token}` };
    const { text } = readPdf((await app.app.inject({ url, headers })).rawPayload);
    expect(text).toContain('1 × General admission');
  });
});
