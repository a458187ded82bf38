import { randomUUID } from 'node:crypto';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { listBrokenInvariants } from '../../src/db/invariants.ts';
import { allJobs } from '../../src/features/all-jobs.ts';
import { enqueueOrderMails } from '../../src/features/orders/mails/tickets.service.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeOrganiser, makeUser, only, openCheckout } from '../factories.ts';
import { listMailsTo } from '../mails/wait-for-mails.ts';
import { giveBack, goodCard, makeConcert, openPage, readOrder, settleOrder } from '../order-payments.ts';
import { placeOrder, sendOrder } from '../orders.ts';
import { buyTicket, readPayment, readTicketStatus } from '../payments.ts';
import { makeOrganiserOfCodes } from '../promo-codes.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ database: 'embedded', repeats: true });
}, 60_000);

afterEach(() => app.sandbox.setSwitches(NORMAL_SWITCHES));

afterAll(() => app.close());

describe('a site on the embedded database', () => {
  it('runs every repeating job', async () => {
    const names = allJobs.filter(({ everySeconds }) => everySeconds).map(({ name }) => name);
    const listDone = async () => {
      const { rows } = await sql<{ name: string }>`select distinct name from pgboss.job
        where name = any (${names}) and state = 'completed' order by name`.execute(app.db);
      return rows.map(({ name }) => name);
    };
    await expect.poll(listDone).toEqual(names.toSorted());
    expect(app.errors).toEqual([]);
  });

  it('can run an event from publishing to check-in', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 7.5, max_attendees: 2 }, organiser);
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    expect(await app.sandbox.payWithCard(sessionId, { number: '4242424242424242' })).toMatchObject({
      outcome: 'paid',
    });
    await app.sandbox.deliverDue();
    await expect.poll(() => app.mails.map((mail) => mail.to)).toContain(buyer.email);
    const { body } = await app.call('GET /tickets/user/:userId', {
      token: buyer.token,
      params: { userId: buyer.id },
    });
    const { ticket_code: code } = only(body.tickets);
    const use = () =>
      app.call('POST /tickets/use/:codeOrId', { token: organiser.token, params: { codeOrId: code } });
    expect((await use()).status).toBe(200);
    expect((await use()).status).toBe(409);
    const found = await app.call('GET /events', { query: { q: event.title.toUpperCase() } });
    expect(found.body.events).toMatchObject([{ id: event.id, tickets_remaining: 1 }]);
  });

  it('gives each seat to only one user when many register at the same time', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 3 });
    const crowd = await Promise.all(Array.from({ length: 8 }, () => makeUser(app)));
    const answers = await Promise.all(
      crowd.map(({ token }) => app.call('POST /events/:id/register', { token, params: { id: event.id } })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(answers.filter((answer) => answer.body.code === 'event_sold_out')).toHaveLength(5);
  });

  it('takes a good card after a declined one, and returns the money for one ticket of the order', async () => {
    const concert = await makeConcert(app, { refund_days: 0 });
    const buyer = await makeUser(app);
    const { number } = await placeOrder(app, concert.wanted(), buyer);
    const order = { number, token: buyer.token };
    const { session_id: sessionId } = await openPage(app, order);
    expect((await openPage(app, order)).session_id).toBe(sessionId);
    expect(await app.sandbox.payWithCard(sessionId, { number: '4000 0000 0000 0002' })).toMatchObject({
      outcome: 'declined',
    });
    expect((await settleOrder(app, order)).body.order.status).toBe('held');
    await app.sandbox.payWithCard(sessionId, goodCard);
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await readOrder(app, order)).status).toBe('confirmed');
    const { tickets, total } = await readOrder(app, order);
    expect({ count: tickets.length, total }).toEqual({ count: 3, total: 29.7 });
    await enqueueOrderMails(app.deps);
    await expect.poll(() => listMailsTo(app, buyer, 'Your 3 tickets')).toHaveLength(1);

    const reduced = only(tickets.filter((ticket) => ticket.ticket_type_id === concert.reduced));
    expect((await giveBack(app, order, { ticket_ids: [reduced.id] })).status).toBe(200);
    await app.sandbox.deliverDue();
    await expect
      .poll(async () => (await readOrder(app, order)).refunds)
      .toMatchObject([{ amount: 7.2, status: 'succeeded' }]);
    expect(await concert.readRemaining()).toBe(18);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('issues the tickets of a payment that succeeds after its buyer has left', async () => {
    const concert = await makeConcert(app);
    const order = await placeOrder(app, concert.wanted());
    const { session_id: sessionId } = await openPage(app, order);
    await app.sandbox.setSwitches({ payments: 'succeed later', outcomeDelayMs: 60_000 });
    await app.sandbox.payWithCard(sessionId, goodCard);
    expect((await readOrder(app, order)).status).toBe('held');
    app.clock.advance(61_000);
    await expect
      .poll(async () => {
        await app.sandbox.deliverDue();
        return (await readOrder(app, order)).status;
      })
      .toBe('confirmed');
    const { tickets } = await readOrder(app, order);
    expect(tickets.map(({ status }) => status)).toEqual(['valid', 'valid', 'valid']);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('issues a ticket without a webhook, and returns the money when the organiser asks for it', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 7.5, max_attendees: 2 }, organiser);
    await app.sandbox.setSwitches({ webhookDrop: true });
    const { ticketId, sessionId } = await buyTicket(app, await makeUser(app), event.id);
    const refund = { token: organiser.token, params: { ticketId } };
    expect((await app.call('POST /stripe/refund/:ticketId', refund)).status).toBe(200);
    await app.sandbox.setSwitches(NORMAL_SWITCHES);
    await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('refunded');
    expect(await readTicketStatus(app, ticketId)).toBe('refunded');
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('gives a ticket of an order to somebody else, and admits only the new holder', async () => {
    const organiser = await makeOrganiserOfCodes(app);
    const { id, typeId } = await organiser.makeSale({ price: 0, max_attendees: 4 });
    await organiser.add(id, { name: 'Friends', price: 0, visibility: 'hidden' });
    const [, friends] = await organiser.listAll(id);
    await organiser.createCode(id, { code: 'FRIENDS', kind: 'unlock' });
    const order = await placeOrder(app, {
      event_id: id,
      items: [typeId, Number(friends?.id)].map((ticket_type_id) => ({ ticket_type_id, quantity: 1 })),
      promo_code: 'FRIENDS',
    });
    const [given, kept] = order.tickets;
    const holder = { name: 'Ivo Marsh', email: 'ivo@example.org' };
    const transferred = await app.call('POST /tickets/:id/transfer', {
      params: { id: Number(given?.id) },
      headers: { 'idempotency-key': randomUUID(), 'x-order-key': order.key },
      body: holder,
    });
    expect(transferred.status).toBe(200);
    await expect.poll(() => listMailsTo(app, holder, 'Your ticket')).toHaveLength(1);
    const newCode = /Ticket code: (.+)/.exec(only(listMailsTo(app, holder)).text)?.[1];
    const use = async (code: unknown) => {
      const params = { codeOrId: String(code).replace(' ', '') };
      const { status, body } = await app.call('POST /tickets/use/:codeOrId', {
        token: organiser.token,
        params,
      });
      return status === 200 ? body.ticket.attendee_name : body.code;
    };
    expect(await use(given?.short_code)).toBe('ticket_code_replaced');
    expect(await use(newCode)).toBe('Ivo Marsh');
    expect((await giveBack(app, order, { ticket_ids: [Number(kept?.id)] })).status).toBe(200);
    expect(await use(kept?.ticket_code)).toBe('ticket_cancelled');
    expect((await organiser.readEvent(id)).tickets_remaining).toBe(3);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('gives the last use of a promo code to only one of twenty buyers', async () => {
    const organiser = await makeOrganiserOfCodes(app);
    const { id, typeId } = await organiser.makeSale({ price: 10, max_attendees: null });
    await organiser.makeCode(id, { percent: 100, max_uses: 1 });
    const order = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }], promo_code: 'TENOFF' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendOrder(app, order)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'promo_code_used_up')).toHaveLength(19);
    expect((await organiser.listCodes(id)).promo_codes).toMatchObject([{ uses: 1 }]);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});
