import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, only, openCheckout } from '../../../../test/factories.ts';
import {
  buyTicket,
  connectProvider,
  openIntent,
  payIntent,
  readBothBooks,
  readPayment,
} from '../../../../test/payments.ts';
import { NORMAL_SWITCHES } from '@foyer/payment-sandbox/fault-switches.ts';
import { sendRefundMailJob } from '../mails/mails.jobs.ts';
import { refundPayment } from './asking.service.ts';
import { closeEventJob } from '../../events/changes/cancelling.jobs.ts';
import { listTicketsOf } from '../../../../test/tickets.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp({ idleJobs: [closeEventJob] });
  organiser = await makeOrganiser(app);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await app.sandbox.setSwitches(NORMAL_SWITCHES);
});

afterAll(() => app.close());

function refund(ticketId: number, token = organiser.token) {
  return app.call('POST /stripe/refund/:ticketId', { token, params: { ticketId } });
}

async function sell(number = '4242424242424242') {
  const event = await makeEvent(app, { price: 15, max_attendees: 3 }, organiser);
  const buyer = await makeUser(app);
  return { event, buyer, ...(await buyTicket(app, buyer, event.id, { number })) };
}

async function countRemaining(eventId: number) {
  const { body } = await app.call('GET /events/:id', { params: { id: eventId } });
  return body.event.tickets_remaining;
}

async function readRegistration(buyer: { id: number; token: string }) {
  const { body } = await app.call('GET /users/:id/registrations', {
    token: buyer.token,
    params: { id: buyer.id },
    query: { status: 'all' },
  });
  return only(body.registrations);
}

/** Lists the ticket twice: as the event's team sees it, and as the buyer sees it. */
async function listShownTickets(eventId: number, { id, token }: { id: number; token: string }) {
  const attendees = await app.call('GET /events/:id/registrations', {
    token: organiser.token,
    params: { id: eventId },
  });
  const tickets = await app.call('GET /tickets/user/:userId', { token, params: { userId: id } });
  return [only(attendees.body.registrations).ticket, only(tickets.body.tickets)];
}

function listRefundMails(buyer: { email: string }) {
  return app.mails.filter((mail) => mail.to === buyer.email && mail.subject.includes('on its way back'));
}

describe('a refund of a ticket', () => {
  it('returns the money and the seat, ends the ticket, and tells the buyer the reason', async () => {
    const { event, buyer, ticketId, sessionId } = await sell();
    expect(await countRemaining(event.id)).toBe(2);
    const { status, body } = await refund(ticketId);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      ticket: { id: ticketId, status: 'refunded', refund_pending: false, paid: true, price: 15 },
    });
    const payment = await readPayment(app, sessionId);
    expect(payment).toMatchObject({
      status: 'refunded',
      refund_reason: 'requested',
      refund_id: body.refundId,
    });
    expect(await connectProvider(app).refunds.retrieve(String(body.refundId))).toMatchObject({
      amount: 1500,
      status: 'succeeded',
      payment_intent: payment.payment_intent_id,
    });
    expect(await countRemaining(event.id)).toBe(3);
    expect(await readRegistration(buyer)).toMatchObject({
      status: 'cancelled',
      paid: false,
      ticket_code: null,
    });
    await expect.poll(() => listRefundMails(buyer)).toHaveLength(1);
    const [mail] = listRefundMails(buyer);
    expect(mail?.subject).toBe('Your payment of £15.00 is on its way back');
    expect(mail?.text).toContain(`The organisers have refunded your ticket for ${event.title}.`);
    expect(mail?.text).not.toContain('no other seat was left');
  });

  it('makes the ticket invalid at the door, and lets its buyer buy a new ticket', async () => {
    const { event, buyer, ticketId } = await sell();
    await refund(ticketId);
    const door = { token: organiser.token, params: { codeOrId: ticketId } };
    expect(await app.call('POST /tickets/use/:codeOrId', door)).toMatchObject({
      status: 409,
      body: { code: 'ticket_refunded' },
    });
    const again = await buyTicket(app, buyer, event.id);
    expect(again.ticketId).not.toBe(ticketId);
    expect(await countRemaining(event.id)).toBe(2);
    expect((await refund(again.ticketId)).status).toBe(200);
    expect(await countRemaining(event.id)).toBe(3);
  });

  it('keeps the check-in time of a used ticket', async () => {
    const { ticketId } = await sell();
    const used = await app.call('POST /tickets/use/:codeOrId', {
      token: organiser.token,
      params: { codeOrId: ticketId },
    });
    const { body } = await refund(ticketId);
    expect(body.ticket).toMatchObject({ status: 'refunded', used_at: used.body.ticket.used_at });
  });

  it('returns the money also if the buyer paid with a payment intent', async () => {
    const event = await makeEvent(app, { price: 15 }, organiser);
    const buyer = await makeUser(app);
    const intentId = await openIntent(app, buyer, event.id);
    await payIntent(app, intentId);
    await app.sandbox.deliverDue();
    const findTicket = () => listTicketsOf(app, buyer).then((tickets) => tickets[0]);
    await expect.poll(findTicket).toBeDefined();
    const { body } = await refund(Number((await findTicket())?.id));
    expect(await connectProvider(app).refunds.retrieve(String(body.refundId))).toMatchObject({
      payment_intent: intentId,
    });
  });

  it('is refused for an unknown, an already refunded or a complimentary ticket', async () => {
    expect(await refund(987_654)).toMatchObject({ status: 404, body: { code: 'ticket_not_found' } });
    const { event, ticketId } = await sell();
    await refund(ticketId);
    expect(await refund(ticketId)).toMatchObject({ status: 409, body: { code: 'ticket_refunded' } });
    const guest = await makeUser(app);
    const complimentary = await app.call('POST /tickets', {
      token: organiser.token,
      body: { event_id: event.id, user_id: guest.id },
    });
    expect(await refund(complimentary.body.ticket.id)).toMatchObject({
      status: 409,
      body: { code: 'ticket_not_paid' },
    });
    expect(await countRemaining(event.id)).toBe(2);
  });
});

describe('many refunds of one ticket at once', () => {
  it('return the money and the seat only once', async () => {
    const { event, buyer, ticketId, sessionId } = await sell();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(ticketId)));
    const outcomes = answers.map(({ status, body }) => (status === 200 ? 'refunded' : body.code));
    expect(outcomes.toSorted()).toEqual(['refunded', ...Array.from({ length: 49 }, () => 'ticket_refunded')]);
    expect(await countRemaining(event.id)).toBe(3);
    const { payment_intent_id: intent } = await readPayment(app, sessionId);
    const { data } = await connectProvider(app).refunds.list({ payment_intent: String(intent) });
    expect(data).toHaveLength(1);
    await expect.poll(() => listRefundMails(buyer)).toHaveLength(1);
  });

  it('free the seat only once, even if other requests cancel the ticket and check it in at the same moment', async () => {
    const { event, buyer, ticketId } = await sell();
    const { id } = await readRegistration(buyer);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => refund(ticketId)),
      ...Array.from({ length: 5 }, () =>
        app.call('PATCH /events/registrations/:id/cancel', { token: buyer.token, params: { id } }),
      ),
      ...Array.from({ length: 5 }, () =>
        app.call('POST /tickets/use/:codeOrId', { token: organiser.token, params: { codeOrId: ticketId } }),
      ),
    ]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.slice(0, 5).filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countRemaining(event.id)).toBe(3);
  });
});

describe('a refund of a ticket while the payment provider is down', () => {
  it('ends the ticket at once, and returns the money when the provider works again', async () => {
    const { event, buyer, ticketId, sessionId } = await sell();
    await app.sandbox.setSwitches({ api: 'errors' });
    expect(await refund(ticketId)).toMatchObject({
      status: 200,
      body: { success: true, refundId: null, ticket: { status: 'refunded', refund_pending: true } },
    });
    expect(await countRemaining(event.id)).toBe(3);
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'refund_pending', refund_id: null });
    for (const ticket of await listShownTickets(event.id, buyer)) {
      expect(ticket).toMatchObject({ status: 'refunded', refund_pending: true });
    }
    expect(listRefundMails(buyer)).toEqual([]);
    await app.sandbox.setSwitches({ api: 'up' });
    await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('refunded');
    for (const ticket of await listShownTickets(event.id, buyer)) {
      expect(ticket).toMatchObject({ status: 'refunded', refund_pending: false });
    }
    await expect.poll(() => listRefundMails(buyer)).toHaveLength(1);
  });

  it('sends the buyer one email, even if the bank is slow and several callers request the refund at once', async () => {
    const { buyer, ticketId, sessionId } = await sell('4000000000007726');
    await app.sandbox.setSwitches({ api: 'errors', outcomeDelayMs: 60_000 });
    await refund(ticketId);
    const { id } = await readPayment(app, sessionId);
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue');
    await app.sandbox.setSwitches({ api: 'up' });
    await Promise.all(Array.from({ length: 8 }, () => refundPayment(app.deps, id)));
    expect(await readPayment(app, sessionId)).toMatchObject({ status: 'refund_pending' });
    app.clock.advance(61_000);
    // A call may still get the old state of the refund, because it asks the provider for several things at once. Call
    // again until the refund has succeeded.
    const readAgain = async () => {
      await refundPayment(app.deps, id);
      return (await readPayment(app, sessionId)).status;
    };
    await expect.poll(readAgain).toBe('refunded');
    const mailJobs = enqueue.mock.calls.filter(([, job]) => job.name === sendRefundMailJob.name);
    expect(mailJobs).toHaveLength(1);
    await expect.poll(() => listRefundMails(buyer)).toHaveLength(1);
  });
});

describe('a payment for an event that was cancelled while the buyer was paying', () => {
  it('is refunded, and the email to the buyer gives the cancellation as the reason', async () => {
    const event = await makeEvent(app, { price: 15 }, organiser);
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id: event.id },
      body: { status: 'cancelled' },
    });
    await app.sandbox.payWithCard(sessionId, { number: '4242424242424242' });
    await app.sandbox.deliverDue();
    await expect.poll(() => listRefundMails(buyer)).toHaveLength(1);
    expect(await readPayment(app, sessionId)).toMatchObject({ refund_reason: 'event_cancelled' });
    expect(only(listRefundMails(buyer)).text).toContain(
      `${event.title} has been cancelled and will not take place`,
    );
  });
});

describe('the ledger of payments', () => {
  it('agrees with the payment provider on all amounts when the other tests of this file have run', async () => {
    const { ledger, provider } = await readBothBooks(app);
    expect(ledger.size).toBeGreaterThan(8);
    expect(ledger).toEqual(provider);
  });
});
