import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, only, type TestUser } from '../../../../test/factories.ts';
import { findOnlyType, placeOrder } from '../../../../test/orders.ts';
import { closeEventJob } from '../../events/changes/cancelling.jobs.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ idleJobs: [closeEventJob] });
});

afterAll(() => app.close());

function register(user: { token: string }, eventId: number, body = {}) {
  return app.call('POST /events/:id/register', { token: user.token, params: { id: eventId }, body });
}

function cancel(user: { token: string }, id: number) {
  return app.call('PATCH /events/registrations/:id/cancel', { token: user.token, params: { id } });
}

async function listMine(user: TestUser) {
  const { body } = await app.call('GET /users/:id/registrations', {
    token: user.token,
    params: { id: user.id },
  });
  return body.registrations;
}

async function countRemaining(eventId: number) {
  const { body } = await app.call('GET /events/:id', { params: { id: eventId } });
  return body.event.tickets_remaining;
}

describe('a registration for a free event', () => {
  it('takes a seat, issues a ticket and emails the ticket with a QR code and a calendar file', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 3 });
    const user = await makeUser(app);
    const { status, body } = await register(user, event.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'success', msg: 'Registration successful' });
    expect(body.registration).toMatchObject({
      event_id: event.id,
      user_id: user.id,
      status: 'registered',
      hold_expires_at: null,
    });
    expect(await countRemaining(event.id)).toBe(2);
    const mine = only(await listMine(user));
    expect(mine).toMatchObject({ event_title: event.title, paid: false, price: 0 });
    await expect.poll(() => app.mails.some((mail) => mail.to === user.email)).toBe(true);
    const mail = app.mails.find((sent) => sent.to === user.email);
    expect(mail?.text).toContain(`http://foyer.localhost/tickets/verify/${mine.ticket_code}`);
    const calendar = mail?.attachments?.find((attachment) => attachment.filename === 'event.ics');
    expect(String(calendar?.content)).toContain(`SUMMARY:${event.title}`);
  });

  it('is refused the second time, so that forty clicks at once take only one seat', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 50 });
    const user = await makeUser(app);
    const answers = await Promise.all(Array.from({ length: 40 }, () => register(user, event.id)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 409);
    expect(refused).toHaveLength(39);
    expect(refused[0]?.body.msg).toContain('already registered');
    expect(await countRemaining(event.id)).toBe(49);
  });

  it('succeeds for exactly as many people as seats are left, however many people register at once', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 5 });
    const crowd = await Promise.all(Array.from({ length: 20 }, () => makeUser(app)));
    const answers = await Promise.all(crowd.map((user) => register(user, event.id)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(5);
    expect(
      new Set(answers.filter((answer) => answer.status !== 201).map((answer) => answer.body.code)),
    ).toEqual(new Set(['event_sold_out']));
    expect(await countRemaining(event.id)).toBe(0);
  });

  it('can be made for another person only by the team', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 0 }, organiser);
    const guest = await makeUser(app);
    expect((await register(await makeUser(app), event.id, { user_id: guest.id })).status).toBe(403);
    expect((await register(organiser, event.id, { user_id: guest.id })).body.registration.user_id).toBe(
      guest.id,
    );
  });
});

describe('cancelling a registration', () => {
  it('frees the seat and ends the ticket, and lets the user register again for a new ticket', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 1 });
    const user = await makeUser(app);
    const { body } = await register(user, event.id);
    const before = only(await listMine(user));
    const stranger = await cancel(await makeUser(app), body.registration.id);
    expect(stranger.status).toBe(403);
    expect((await cancel(user, body.registration.id)).body).toMatchObject({
      msg: 'Registration cancelled successfully',
      registration: { status: 'cancelled' },
    });
    expect(await cancel(user, body.registration.id)).toMatchObject({
      status: 409,
      body: { code: 'already_cancelled' },
    });
    expect(await countRemaining(event.id)).toBe(1);
    expect(await listMine(user)).toEqual([]);

    const again = await register(user, event.id);
    expect(again).toMatchObject({ status: 200, body: { msg: 'Registration reactivated successfully' } });
    const after = only(await listMine(user));
    expect(after.ticket_code).not.toBe(before.ticket_code);
    const old = await app.call('GET /tickets/verify/:code', {
      token: user.token,
      params: { code: String(before.ticket_code) },
    });
    expect(old).toMatchObject({ status: 409, body: { code: 'ticket_cancelled' } });
  });

  it('is refused if the ticket is paid, and the seat stays taken', async () => {
    const event = await makeEvent(app, { price: 6, max_attendees: 2 });
    const user = await makeUser(app);
    const checkout = await app.call('POST /stripe/create-checkout-session', {
      token: user.token,
      body: { eventId: event.id, userId: user.id },
    });
    const { sessionId } = checkout.body;
    await app.sandbox.payWithCard(sessionId, { number: '4242424242424242' });
    await app.call('POST /stripe/sync-payment/:sessionId', { token: user.token, params: { sessionId } });
    const mine = only(await listMine(user));
    expect(mine).toMatchObject({ paid: true, hold_expires_at: null });
    expect(await cancel(user, mine.id)).toMatchObject({
      status: 409,
      body: {
        msg: 'You have already purchased a ticket for this event. Please contact support for refunds.',
      },
    });
    expect(await countRemaining(event.id)).toBe(1);
  });
});

describe('the list of a user’s registrations', () => {
  it('contains an order with several tickets only once, with the number that is needed to cancel the order', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 9 });
    const user = await makeUser(app);
    const items = [{ ticket_type_id: await findOnlyType(app, event.id), quantity: 3 }];
    const { number } = await placeOrder(app, { event_id: event.id, items }, { token: user.token });
    const [listed, ...others] = await listMine(user);
    expect(listed).toMatchObject({ event_id: event.id, order_number: number });
    expect(others).toEqual([]);
    const params = { number };
    const cancelled = await app.call('POST /orders/:number/cancel', { token: user.token, params });
    expect(cancelled.status).toBe(200);
    await register(user, event.id);
    expect(await listMine(user)).toMatchObject([{ event_id: event.id, order_number: null }]);
  });
});

describe('the list of an event’s registrations', () => {
  it('shows all registrations to the team, and to other users only their own', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 0 }, organiser);
    const [first, second] = [await makeUser(app), await makeUser(app)];
    await register(first, event.id);
    await register(second, event.id);
    const list = async (user: { token: string }) =>
      (await app.call('GET /events/:id/registrations', { token: user.token, params: { id: event.id } })).body
        .registrations;
    expect(await list(organiser)).toMatchObject([{ email: first.email }, { email: second.email }]);
    expect(await list(first)).toMatchObject([{ user_id: first.id, status: 'registered' }]);
    expect(await list(await makeUser(app))).toEqual([]);
  });
});

describe('a hold for an event that has become free of charge', () => {
  it('becomes a ticket only while the event is on sale', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 9 }, organiser);
    const buyer = await makeUser(app);
    const claim = () =>
      app.call('POST /events/:id/register', { token: buyer.token, params: { id: event.id } });
    expect((await claim()).status).toBe(201);
    const change = (body: { price?: number; status: 'cancelled' | 'published' }) =>
      app.call('PATCH /events/:id', { token: organiser.token, params: { id: event.id }, body });
    await change({ price: 0, status: 'cancelled' });
    expect(await claim()).toMatchObject({ status: 409, body: { code: 'event_not_published' } });
    await change({ status: 'published' });
    expect((await claim()).status).toBe(200);
  });
});
