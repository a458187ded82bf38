import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { readPdf } from '../../../../test/mails/pdf-pages.ts';
import { readOrderNumber } from '../../../../test/orders.ts';
import {
  makeAdmin,
  makeEvent,
  makeOrganiser,
  makeUnverifiedUser,
  makeUser,
  only,
  openCheckout,
} from '../../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

async function makeGuestList(price = 0) {
  const organiser = await makeOrganiser(app);
  const guest = await makeUser(app);
  const { id: eventId } = await makeEvent(app, { price }, organiser);
  return { organiser, guest, eventId, token: organiser.token };
}

/**
 * Returns the email address of the only attendee, as the lists of attendees and of tickets show it to this caller.
 */
async function readListed({ token, eventId }: { token: string; eventId: number }) {
  const attendees = await app.call('GET /events/:id/registrations', { token, params: { id: eventId } });
  const tickets = await app.call('GET /tickets/event/:eventId', { token, params: { eventId } });
  return { attendee: only(attendees.body.registrations).email, ticket: only(tickets.body.tickets) };
}

// Teams must not see these email addresses. Otherwise anybody could make a team and an event, add users by counting up
// ids, and read one email address after another.
describe('the email address of a guest who was added to an event by its team', () => {
  it('is hidden from the team, in lists and in every answer with the ticket', async () => {
    const { guest, eventId, token } = await makeGuestList();
    await app.call('POST /events/:id/register', {
      token,
      params: { id: eventId },
      body: { user_id: guest.id },
    });
    const { attendee, ticket } = await readListed({ token, eventId });
    const { id, ticket_code: code } = ticket;
    const answers = [
      await app.call('GET /tickets/:id', { token, params: { id } }),
      await app.call('GET /tickets/verify/:code', { token, params: { code } }),
      await app.call('POST /tickets/use/:codeOrId', { token, params: { codeOrId: code } }),
      await app.call('POST /tickets/use/:codeOrId', { token, params: { codeOrId: code } }),
      await app.call('GET /tickets/user/:userId/event/:eventId', {
        token,
        params: { userId: guest.id, eventId },
      }),
      await app.call('PATCH /tickets/:id', { token, params: { id }, body: { status: 'valid' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200, 200]);
    const receipt = await app.app.inject({
      url: `/api/orders/${await readOrderNumber(app, id)}/receipt.pdf`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(receipt.statusCode).toBe(200);
    expect(readPdf(receipt.rawPayload).text).not.toContain(guest.email);
    expect({ attendee, ticket: ticket.email }).toEqual({ attendee: null, ticket: null });
    expect(JSON.stringify([ticket, ...answers.map(({ body }) => body)])).not.toContain(guest.email);
  });

  it('is shown to the guest and to site administrators', async () => {
    const { guest, eventId, token } = await makeGuestList();
    await app.call('POST /tickets', { token, body: { event_id: eventId, user_id: guest.id } });
    const admin = await makeAdmin(app);
    expect((await readListed({ token: admin.token, eventId })).attendee).toBe(guest.email);
    const own = await app.call('GET /tickets/user/:userId', {
      token: guest.token,
      params: { userId: guest.id },
    });
    expect(only(own.body.tickets).email).toBe(guest.email);
  });

  it('is shown to the team as the team typed it, even after the guest has a new address', async () => {
    const { guest, eventId, token } = await makeGuestList();
    const typed = guest.email.toUpperCase();
    await app.call('POST /tickets', { token, body: { event_id: eventId, email: typed } });
    await app.db
      .updateTable('users')
      .set({ email: 'new-address@example.org' })
      .where('id', '=', guest.id)
      .execute();
    const { attendee, ticket } = await readListed({ token, eventId });
    expect({ attendee, ticket: ticket.email }).toEqual({ attendee: typed, ticket: typed });
  });

  it('stays hidden after the account that added the guest is deleted', async () => {
    const { guest, eventId, token, organiser } = await makeGuestList();
    await app.call('POST /tickets', { token, body: { event_id: eventId, user_id: guest.id } });
    const colleague = await makeUser(app);
    await app.db
      .insertInto('team_members')
      .values({ team_id: organiser.teamId, user_id: colleague.id, role: 'team_admin' })
      .execute();
    const params = { id: organiser.id };
    await app.call('DELETE /users/:id', { token, params, body: { current_password: 'a good password' } });
    expect((await readListed({ token: colleague.token, eventId })).attendee).toBeNull();
  });
});

describe('the email address of a person who ordered the ticket', () => {
  it('is shown to the team after the registration', async () => {
    const { guest, eventId, token } = await makeGuestList();
    await app.call('POST /events/:id/register', { token: guest.token, params: { id: eventId } });
    const { attendee, ticket } = await readListed({ token, eventId });
    expect({ attendee, ticket: ticket.email }).toEqual({ attendee: guest.email, ticket: guest.email });
  });

  it('is shown to the team even if the team gives the ticket free of charge while the person is paying', async () => {
    const { guest, eventId, token } = await makeGuestList(12);
    await openCheckout(app, guest, eventId);
    await app.call('POST /tickets', { token, body: { event_id: eventId, user_id: guest.id } });
    expect((await readListed({ token, eventId })).attendee).toBe(guest.email);
  });
});

describe('an organiser who has not verified their own email address', () => {
  it('cannot register other people or give tickets to them, but can register for an event themselves', async () => {
    const { guest, eventId, organiser } = await makeGuestList();
    const { token, id } = await makeUnverifiedUser(app);
    await app.db
      .insertInto('team_members')
      .values({ team_id: organiser.teamId, user_id: id, role: 'team_admin' })
      .execute();
    const register = (body?: { user_id: number }) =>
      app.call('POST /events/:id/register', { token, params: { id: eventId }, body });
    const refusal = { status: 403, body: { code: 'email_not_verified' } };
    expect(await register({ user_id: guest.id })).toMatchObject(refusal);
    const gift = { event_id: eventId, email: guest.email };
    expect(await app.call('POST /tickets', { token, body: gift })).toMatchObject(refusal);
    expect((await register()).status).toBe(201);
  });
});
