import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, only } from '../../../../test/factories.ts';
import { payPage } from '../../../../test/order-payments.ts';
import { refundOrder } from '../../../../test/paid-orders.ts';
import {
  buyTicket,
  connectProvider,
  listPayments,
  openIntent,
  readBothBooks,
  readTicketStatus,
} from '../../../../test/payments.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiser(app);
});

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

/**
 * Sells a ticket to a buyer whose first payment page seemed to fail. Refunds a part of this ticket and ends it. Then the
 * buyer pays on the first page, and gets another ticket.
 */
async function sellTwice(refunded: number) {
  const { id: eventId } = await makeEvent(app, { price: 9, max_attendees: 5 }, organiser);
  const buyer = await makeUser(app);
  // The provider knows the buyer as a customer from another event.
  await openIntent(app, buyer, (await makeEvent(app, { price: 9 }, organiser)).id);
  await app.sandbox.setSwitches({ api: 'fails_late' });
  const asked = { token: buyer.token, body: { eventId, userId: buyer.id } };
  expect((await app.call('POST /stripe/create-checkout-session', asked)).status).toBe(503);
  await app.sandbox.setSwitches({ api: 'up' });
  const { data } = await connectProvider(app).checkout.sessions.list({ status: 'open' });
  const firstPage = only(data).id;
  const { ticketId: endedId } = await buyTicket(app, buyer, eventId);
  const { number } = await app.db
    .selectFrom('orders')
    .select('number')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  const refund = (body: Parameters<typeof refundOrder>[2]) =>
    refundOrder(app, { token: organiser.token, number }, body);
  expect((await refund({ ticket_ids: [endedId], amount: refunded })).status).toBe(201);
  await payPage(app, firstPage);
  const { id: ticketId } = await app.db
    .selectFrom('tickets')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', 'valid')
    .executeTakeFirstOrThrow();
  return { eventId, number, endedId, ticketId, refund };
}

describe('a refund of a registration that its buyer paid twice', () => {
  it('returns the money that arrived last, although its payment began first', async () => {
    const { eventId, number, ticketId, refund } = await sellTwice(9);
    const { body } = await app.call('GET /orders/:number', { token: organiser.token, params: { number } });
    expect(body.order.refundable).toEqual({ left: 9, tickets: [{ id: ticketId, left: 9 }] });
    expect(await refund({})).toMatchObject({
      status: 201,
      body: { refund: { amount: 9, ticket_ids: [ticketId] } },
    });
    expect(await readTicketStatus(app, ticketId)).toBe('refunded');
    expect(await listPayments(app, eventId)).toMatchObject([{ status: 'refunded' }, { status: 'refunded' }]);
  });

  it('returns the rest of the money of an ended ticket that it names', async () => {
    const { endedId, ticketId, refund } = await sellTwice(4);
    const answer = await refund({ ticket_ids: [endedId], cancel_tickets: false });
    expect(answer).toMatchObject({
      status: 201,
      body: { refund: { amount: 5, ticket_ids: [endedId] }, left: 0 },
    });
    expect(await readTicketStatus(app, ticketId)).toBe('valid');
  });
});

describe('the ledger', () => {
  it('agrees with the provider when the other tests of this file have run, and every invariant holds', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger).toEqual(provider);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});
