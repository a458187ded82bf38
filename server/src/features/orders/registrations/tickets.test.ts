import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedStatus } from '../../tickets/tickets.queries.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { findOnlyType } from '../../../../test/orders.ts';
import {
  makeAdmin,
  makeEvent,
  makeOrganiser,
  makeUser,
  only,
  openCheckout,
  type TestUser,
} from '../../../../test/factories.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

function give(event_id: number, user_id: number, registration_id?: number) {
  return app.call('POST /tickets', { token: organiser.token, body: { event_id, user_id, registration_id } });
}

function change(id: number, status: IssuedStatus) {
  return app.call('PATCH /tickets/:id', { token: organiser.token, params: { id }, body: { status } });
}

function remove(id: number) {
  return app.call('DELETE /tickets/:id', { token: organiser.token, params: { id } });
}

async function countSeats(id: number) {
  return (await app.call('GET /events/:id', { params: { id } })).body.event.attendee_count;
}

async function makeFreeTicket() {
  const event = await makeEvent(app, { price: 0 }, organiser);
  const holder = await makeUser(app);
  const { body } = await give(event.id, holder.id);
  return { event, holder, id: body.ticket.id };
}

async function makePaidTicket() {
  const event = await makeEvent(app, { price: 10 }, organiser);
  const holder = await makeUser(app);
  const sessionId = await openCheckout(app, holder, event.id);
  await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
  const { body } = await app.call('POST /stripe/sync-payment/:sessionId', {
    token: holder.token,
    params: { sessionId },
  });
  return { event, holder, id: Number(body.ticketId) };
}

describe('a complimentary ticket', () => {
  it('can be given to a username or an email address, ignoring case', async () => {
    const event = await makeEvent(app, { price: 0 }, organiser);
    const [first, second] = [await makeUser(app), await makeUser(app)];
    const giveTo = (who: { username?: string; email?: string }) =>
      app.call('POST /tickets', { token: organiser.token, body: { event_id: event.id, ...who } });
    const byName = await giveTo({ username: first.username.toUpperCase() });
    expect(byName.body.ticket).toMatchObject({ user_id: first.id });
    const byEmail = await giveTo({ email: second.email.toUpperCase() });
    expect(byEmail.body.ticket).toMatchObject({ user_id: second.id });
    expect(await giveTo({ email: 'nobody@example.org' })).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
  });

  it('is refused with the same answer for known and unknown people while the event is a draft', async () => {
    const event = await makeEvent(app, { price: 0, status: 'draft' }, organiser);
    const { email } = await makeUser(app);
    const giveTo = async (to: string) =>
      (await app.call('POST /tickets', { token: organiser.token, body: { event_id: event.id, email: to } }))
        .body;
    expect(await giveTo(email)).toMatchObject({ code: 'event_not_published' });
    expect(await giveTo('nobody@example.org')).toEqual(await giveTo(email));
  });

  it('takes a seat, costs nothing and is emailed to its holder', async () => {
    const event = await makeEvent(app, { price: 25, max_attendees: 1 }, organiser);
    const guest = await makeUser(app);
    const { status, body } = await give(event.id, guest.id);
    expect(status).toBe(201);
    expect(body.ticket).toMatchObject({ user_id: guest.id, paid: false, price: 0, status: 'valid' });
    const seen = await app.call('GET /events/:id', { token: guest.token, params: { id: event.id } });
    expect(seen.body.event.viewer).toMatchObject({ is_registered: true, has_paid: false, has_ticket: true });
    expect(await countSeats(event.id)).toBe(1);
    await expect.poll(() => app.mails.filter((mail) => mail.to === guest.email)).toHaveLength(1);
    expect(await give(event.id, guest.id)).toMatchObject({ status: 409, body: { code: 'ticket_exists' } });
    expect(await give(event.id, (await makeUser(app)).id)).toMatchObject({
      status: 409,
      body: { code: 'event_sold_out', msg: 'No tickets remaining for this event' },
    });
    expect(await countSeats(event.id)).toBe(1);
  });

  it('can be given until the event ends, even after the sales of its only ticket type, while buyers come too late', async () => {
    const event = await makeEvent(app, { startsIn: -1, price: 25, max_attendees: 1 }, organiser);
    const guest = await makeUser(app);
    const register = { token: guest.token, params: { id: event.id } };
    expect((await app.call('POST /events/:id/register', register)).body.code).toBe('event_started');
    const typeId = await findOnlyType(app, event.id);
    const { status } = await app.call('PATCH /events/:id/ticket-types/:typeId', {
      token: organiser.token,
      params: { id: event.id, typeId },
      body: { sales_end: app.clock.now().toISOString() },
    });
    expect(status).toBe(200);
    expect((await give(event.id, guest.id)).status).toBe(201);
    expect((await give(event.id, (await makeUser(app)).id)).body.code).toBe('event_sold_out');
    await expect.poll(() => app.mails.filter((mail) => mail.to === guest.email)).toHaveLength(1);
    const mail = only(app.mails.filter(({ to }) => to === guest.email));
    expect(mail.text).toContain('have given you a free ticket');
    expect(mail.text).not.toContain('If you cannot come');
  });

  it('confirms the hold of the person who gets it, and a payment that arrives later is refunded', async () => {
    const event = await makeEvent(app, { price: 25, max_attendees: 1 }, organiser);
    const guest = await makeUser(app);
    const sessionId = await openCheckout(app, guest, event.id);
    const holding = await app.call('GET /events/:id', { token: guest.token, params: { id: event.id } });
    expect(holding.body.event.viewer).toMatchObject({ is_registered: true, has_ticket: false });
    expect((await give(event.id, guest.id)).status).toBe(201);
    expect(await countSeats(event.id)).toBe(1);
    await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
    const paid = await app.call('GET /stripe/payment-status/:sessionId', {
      token: guest.token,
      params: { sessionId },
    });
    expect(paid.body.status).toBe('refunded');
    const { body } = await app.call('GET /tickets/event/:eventId', {
      token: organiser.token,
      params: { eventId: event.id },
    });
    expect(only(body.tickets)).toMatchObject({ user_id: guest.id, paid: false, status: 'valid' });
  });

  it('is refused for an unknown user, event or registration, for a registration of another event, and while the event is not on sale', async () => {
    const event = await makeEvent(app, {}, organiser);
    const { holder, event: other } = await makeFreeTicket();
    const registration = await app.db
      .selectFrom('orders')
      .select('id')
      .where('event_id', '=', other.id)
      .executeTakeFirstOrThrow();
    expect(await give(event.id, 2_000_000)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    expect(await give(2_000_000, holder.id)).toMatchObject({
      status: 404,
      body: { code: 'event_not_found' },
    });
    expect(await give(event.id, holder.id, registration.id)).toMatchObject({
      status: 404,
      body: { code: 'registration_not_found' },
    });
    for (const [fields, code] of [
      [{ status: 'draft' }, 'event_not_published'],
      [{ status: 'cancelled' }, 'event_not_published'],
      [{ startsIn: -48 }, 'event_ended'],
    ] as const) {
      const closed = await makeEvent(app, fields, organiser);
      expect(await give(closed.id, holder.id)).toMatchObject({ status: 409, body: { code } });
    }
  });

  it('is issued exactly three times when forty requests at once compete for three seats', async () => {
    const event = await makeEvent(app, { max_attendees: 3 }, organiser);
    const guests = await Promise.all(Array.from({ length: 10 }, () => makeUser(app)));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => give(event.id, guests[index % 10]?.id ?? 0)),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(37);
    expect(await countSeats(event.id)).toBe(3);
  });
});

describe('changing a ticket', () => {
  it('can check the ticket in and undo the check-in', async () => {
    const { id } = await makeFreeTicket();
    const { ticket } = (await change(id, 'used')).body;
    expect(ticket.status).toBe('used');
    expect(Date.parse(ticket.used_at ?? '')).toBeGreaterThan(Date.parse(ticket.issued_at));
    expect(await change(id, 'used')).toMatchObject({ status: 409, body: { code: 'ticket_used' } });
    expect((await change(id, 'valid')).body.ticket).toMatchObject({ status: 'valid', used_at: null });
    const again = await app.call('POST /tickets/use/:codeOrId', {
      token: organiser.token,
      params: { codeOrId: id },
    });
    expect(again.status).toBe(200);
  });

  it('can cancel an unpaid ticket, which frees its seat only once', async () => {
    const { id, event, holder } = await makeFreeTicket();
    expect((await change(id, 'cancelled')).body.ticket.status).toBe('cancelled');
    expect((await change(id, 'cancelled')).status).toBe(200);
    expect(await countSeats(event.id)).toBe(0);
    for (const status of ['valid', 'used'] as const) {
      expect((await change(id, status)).status).toBe(409);
    }
    expect((await change(id, 'refunded')).body).toMatchObject({ code: 'ticket_not_paid' });
    expect((await give(event.id, holder.id)).status).toBe(201);
    expect(await countSeats(event.id)).toBe(1);
  });

  it('cannot cancel a paid or used ticket', async () => {
    const paid = await makePaidTicket();
    for (const status of ['cancelled', 'refunded'] as const) {
      expect(await change(paid.id, status)).toMatchObject({ status: 409, body: { code: 'ticket_paid' } });
    }
    const used = await makeFreeTicket();
    await change(used.id, 'used');
    expect(await change(used.id, 'cancelled')).toMatchObject({ status: 409, body: { code: 'ticket_used' } });
    expect([await countSeats(paid.event.id), await countSeats(used.event.id)]).toEqual([1, 1]);
  });

  it('frees only one seat when the same ticket is cancelled twenty times at once', async () => {
    const { id, event } = await makeFreeTicket();
    await give(event.id, (await makeUser(app)).id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(id, 'cancelled')));
    expect(answers.every((answer) => answer.status === 200 || answer.status === 409)).toBe(true);
    expect(await countSeats(event.id)).toBe(1);
  });
});

describe('deleting a ticket', () => {
  it('is allowed for a valid ticket, which frees its seat, and for a cancelled ticket', async () => {
    const { id, event } = await makeFreeTicket();
    expect((await remove(id)).status).toBe(204);
    expect(await countSeats(event.id)).toBe(0);
    expect(await remove(id)).toMatchObject({ status: 404, body: { code: 'ticket_not_found' } });
    const second = await makeFreeTicket();
    await change(second.id, 'cancelled');
    expect((await remove(second.id)).status).toBe(204);
  });

  it('is refused for a paid or used ticket', async () => {
    const paid = await makePaidTicket();
    expect(await remove(paid.id)).toMatchObject({ status: 409, body: { code: 'ticket_paid' } });
    const used = await makeFreeTicket();
    await change(used.id, 'used');
    expect(await remove(used.id)).toMatchObject({ status: 409, body: { code: 'ticket_used' } });
  });
});

describe('the list of tickets', () => {
  it('shows all tickets in pages, newest first, and the tickets of one event in the order they were issued', async () => {
    const event = await makeEvent(app, {}, organiser);
    const ids: number[] = [];
    for (const guest of [await makeUser(app), await makeUser(app), await makeUser(app)]) {
      ids.push((await give(event.id, guest.id)).body.ticket.id);
    }
    const ofEvent = await app.call('GET /tickets/event/:eventId', {
      token: organiser.token,
      params: { eventId: event.id },
    });
    expect(ofEvent.body.tickets.map((ticket) => ticket.id)).toEqual(ids);
    const admin = await makeUser(app);
    await app.db.updateTable('users').set({ is_site_admin: true }).where('id', '=', admin.id).execute();
    const { body } = await app.call('GET /tickets', { token: admin.token, query: { limit: '2' } });
    expect(body.tickets.map((ticket) => ticket.id)).toEqual(ids.toReversed().slice(0, 2));
    expect(body.total_pages).toBe(Math.ceil(body.total_tickets / 2));
  });

  it('counts a ticket when it is issued, and not while it waits for its payment', async () => {
    const admin = await makeAdmin(app);
    const count = async () =>
      (await app.call('GET /tickets', { token: admin.token, query: { limit: '1' } })).body.total_tickets;
    const before = await count();
    await makePaidTicket();
    const event = await makeEvent(app, { price: 10 }, organiser);
    await openCheckout(app, await makeUser(app), event.id);
    expect(await count()).toBe(before + 1);
  });
});
