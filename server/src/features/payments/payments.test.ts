import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, openCheckout, testPassword } from '../../../test/factories.ts';
import { expireHolds } from './checkout/holds.service.ts';
import { listTicketsFor } from '../../../test/tickets.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const paying = { number: '4242 4242 4242 4242' };

async function readEvent(eventId: number) {
  const { body } = await app.call('GET /events/:id', { params: { id: eventId } });
  return body.event;
}

async function countTickets(eventId: number) {
  return (await listTicketsFor(app, eventId)).length;
}

describe('buying a ticket with a checkout session', () => {
  it('holds a seat while the payment page is open, and gives the same page to a buyer who asks again', async () => {
    const event = await makeEvent(app, { price: 12.5, max_attendees: 5 });
    const buyer = await makeUser(app);
    const first = await openCheckout(app, buyer, event.id);
    expect((await readEvent(event.id)).tickets_remaining).toBe(4);
    expect(await openCheckout(app, buyer, event.id)).toBe(first);
    expect((await readEvent(event.id)).tickets_remaining).toBe(4);
  });

  it('issues the ticket after the payment, and reports the checkout session as unpaid before and as paid afterwards', async () => {
    const event = await makeEvent(app, { price: 12.5 });
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    const before = await app.call('GET /stripe/payment-status/:sessionId', {
      token: buyer.token,
      params: { sessionId },
    });
    expect(before.body).toMatchObject({
      success: true,
      status: 'unpaid',
      isPaid: false,
      hasBeenProcessed: false,
    });

    await app.sandbox.payWithCard(sessionId, paying);
    const after = await app.call('GET /stripe/payment-status/:sessionId', {
      token: buyer.token,
      params: { sessionId },
    });
    expect(after.body).toMatchObject({
      status: 'paid',
      isPaid: true,
      hasBeenProcessed: true,
      amount: 12.5,
      eventId: event.id,
    });
    const tickets = await app.call('GET /tickets/user/:userId', {
      token: buyer.token,
      params: { userId: buyer.id },
    });
    expect(tickets.body.tickets).toMatchObject([
      { paid: true, status: 'valid', price: 12.5, event_id: event.id },
    ]);
  });

  it('issues one ticket and sends one email when fifty sync requests and a webhook arrive at once', async () => {
    const event = await makeEvent(app, { price: 8 });
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.sandbox.payWithCard(sessionId, paying);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.call('POST /stripe/sync-payment/:sessionId', { token: buyer.token, params: { sessionId } }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body.ticketId)).size).toBe(1);
    expect(await countTickets(event.id)).toBe(1);
    await expect.poll(() => app.mails.filter((mail) => mail.to === buyer.email).length).toBe(1);
    const [mail] = app.mails.filter((sent) => sent.to === buyer.email);
    expect(mail?.subject).toBe(`Your ticket: ${event.title}`);
    expect(mail?.attachments?.map((attachment) => attachment.filename)).toEqual([
      'ticket-qr.png',
      'ticket.pdf',
      'event.ics',
    ]);
  });

  it('is refused with an error code that says why the buyer cannot buy a ticket', async () => {
    const organiser = await makeOrganiser(app);
    const buyer = await makeUser(app);
    const buy = (eventId: number) =>
      app.call('POST /stripe/create-checkout-session', {
        token: buyer.token,
        body: { eventId, userId: buyer.id },
      });
    const free = await makeEvent(app, { price: 0 }, organiser);
    expect((await buy(free.id)).body).toMatchObject({ code: 'event_is_free' });
    const draft = await makeEvent(app, { price: 5, status: 'draft' }, organiser);
    expect(await buy(draft.id)).toMatchObject({ status: 404, body: { code: 'event_not_found' } });
    const cancelled = await makeEvent(app, { price: 5, status: 'cancelled' }, organiser);
    expect(await buy(cancelled.id)).toMatchObject({ status: 409, body: { code: 'event_not_published' } });
    const past = await makeEvent(app, { price: 5, startsIn: -9 }, organiser);
    expect(await buy(past.id)).toMatchObject({ status: 409, body: { code: 'event_ended' } });
    const running = await makeEvent(app, { price: 5, startsIn: -1 }, organiser);
    expect(await buy(running.id)).toMatchObject({ status: 409, body: { code: 'event_started' } });
    const sold = await makeEvent(app, { price: 5 }, organiser);
    await app.sandbox.payWithCard(await openCheckout(app, buyer, sold.id), paying);
    await expect.poll(async () => (await buy(sold.id)).body.code).toBe('already_paid');
  });

  it('hides the checkout session from other users', async () => {
    const event = await makeEvent(app, { price: 5 });
    const buyer = await makeUser(app);
    const stranger = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    const status = await app.call('GET /stripe/payment-status/:sessionId', {
      token: stranger.token,
      params: { sessionId },
    });
    expect(status.status).toBe(404);
    const forOther = await app.call('POST /stripe/create-checkout-session', {
      token: stranger.token,
      body: { eventId: event.id, userId: buyer.id },
    });
    expect(forOther.status).toBe(403);
  });
});

describe('a webhook about a paid checkout session', () => {
  it('issues the ticket even if the buyer does not return to Foyer', async () => {
    const event = await makeEvent(app, { price: 20 });
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.sandbox.payWithCard(sessionId, paying);
    await app.sandbox.deliverDue();
    await expect.poll(() => countTickets(event.id)).toBe(1);
  });

  it('is refused when its signature does not match', async () => {
    const answer = await app.send('POST', '/api/stripe/webhook', {
      payload: '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{"id":"cs_test_1"}}}',
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    });
    expect(answer).toMatchObject({ status: 400, body: { status: 'error', code: 'bad_signature' } });
  });
});

describe('a hold of a seat', () => {
  it('frees the seat when the time to pay is over, and the checkout session can no longer be paid', async () => {
    const event = await makeEvent(app, { price: 9, max_attendees: 1 });
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    expect((await readEvent(event.id)).tickets_remaining).toBe(0);
    app.clock.advance(36 * 60_000);
    await expireHolds(app.deps);
    expect((await readEvent(event.id)).tickets_remaining).toBe(1);
    expect(await app.sandbox.payWithCard(sessionId, paying)).not.toMatchObject({ outcome: 'paid' });
    const status = await app.call('GET /stripe/payment-status/:sessionId', {
      token: await logInAgain(buyer.username),
      params: { sessionId },
    });
    expect(status.body).toMatchObject({ status: 'expired', isPaid: false });
  });

  it('keeps the seat for the buyer when the payment turns out to be paid', async () => {
    const event = await makeEvent(app, { price: 9, max_attendees: 1 });
    const buyer = await makeUser(app);
    await app.sandbox.setSwitches({ webhookDrop: true });
    await app.sandbox.payWithCard(await openCheckout(app, buyer, event.id), paying);
    app.clock.advance(36 * 60_000);
    await expireHolds(app.deps);
    await app.sandbox.setSwitches({ webhookDrop: false });
    expect((await readEvent(event.id)).tickets_remaining).toBe(0);
    expect(await countTickets(event.id)).toBe(1);
  });
});

describe('money that arrives after the hold ended', () => {
  it('buys a ticket when a seat is left', async () => {
    const { event, buyer, sessionId } = await payAfterCancelling({ seats: 2 });
    await syncPayment(buyer.token, sessionId);
    expect(await countTickets(event.id)).toBe(1);
    expect((await readEvent(event.id)).tickets_remaining).toBe(1);
  });

  it('is refunded at once when no seat is left, and an email tells the buyer', async () => {
    const { event, buyer, sessionId } = await payAfterCancelling({ seats: 1, soldMeanwhile: true });
    const sync = await syncPayment(buyer.token, sessionId);
    expect(sync).toMatchObject({ status: 402, body: { code: 'payment_not_completed' } });
    await expect
      .poll(() => app.mails.find((mail) => mail.to === buyer.email)?.subject)
      .toBe('Your payment of £15.00 is on its way back');
    expect((await readEvent(event.id)).tickets_remaining).toBe(0);
    const books = await app.sandbox.listChargedPayments();
    const payment = await app.db
      .selectFrom('payments')
      .select(['status', 'payment_intent_id'])
      .where('provider_session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    expect(payment.status).toBe('refunded');
    expect(books.find((book) => book.paymentIntent === payment.payment_intent_id)).toMatchObject({
      charged: 1500,
      refunded: 1500,
    });
  });
});

async function logInAgain(username: string): Promise<string> {
  const { body } = await app.call('POST /auth/login', { body: { username, password: testPassword } });
  return body.data.accessToken;
}

function syncPayment(token: string, sessionId: string) {
  return app.call('POST /stripe/sync-payment/:sessionId', { token, params: { sessionId } });
}

async function payAfterCancelling({
  seats,
  soldMeanwhile = false,
}: {
  seats: number;
  soldMeanwhile?: boolean;
}) {
  const event = await makeEvent(app, { price: 15, max_attendees: seats });
  const buyer = await makeUser(app);
  const sessionId = await openCheckout(app, buyer, event.id);
  const { body } = await app.call('GET /users/:id/registrations', {
    token: buyer.token,
    params: { id: buyer.id },
  });
  await app.call('PATCH /events/registrations/:id/cancel', {
    token: buyer.token,
    params: { id: body.registrations[0]?.id ?? 0 },
  });
  if (soldMeanwhile) await openCheckout(app, await makeUser(app), event.id);
  await app.sandbox.payWithCard(sessionId, paying);
  return { event, buyer, sessionId };
}
