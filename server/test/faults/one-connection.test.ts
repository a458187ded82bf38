import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import {
  deleteOwnAccount,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  only,
  openCheckout,
  testPassword,
} from '../factories.ts';

let app: TestApp;

// The pool has a single database connection. Code that holds it and asks for a second one waits until a timeout. Repeating
// jobs need the connection too.
beforeAll(async () => {
  app = await startTestApp({ pool: 1, repeats: true });
});

afterAll(() => app.close());

const paying = { number: '4242 4242 4242 4242' };

/** Sends twenty requests at the same moment. Returns the statuses of the answers, each status only once. */
async function twentyTimes(send: (n: number) => Promise<{ status: number }>) {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => send(n)));
  return [...new Set(answers.map((answer) => answer.status))];
}

describe('Foyer', () => {
  it('signs up twenty people at once over one database connection, with and without a team', async () => {
    const statuses = await twentyTimes((n) => {
      const username = `together_${n}`;
      const account = { username, email: `${username}@example.org`, password: testPassword };
      const body =
        n % 2 === 0 ? account : { ...account, isEventOrganiser: true, teamName: `${username} team` };
      return app.call('POST /auth/register', { body });
    });
    expect(statuses).toEqual([201]);
  });

  it('logs in twenty people at once and refreshes their tokens, over one database connection', async () => {
    const user = await makeUser(app);
    const body = { username: user.username, password: testPassword };
    expect(await twentyTimes(() => app.call('POST /auth/login', { body }))).toEqual([200]);
    const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(app)));
    const refresh = ({ refreshToken }: { refreshToken: string }) =>
      app.call('POST /auth/refresh-token', { body: { refreshToken } });
    expect(await twentyTimes((n) => refresh(users[n] ?? user))).toEqual([200]);
  });

  it('creates, changes, lists and deletes events over one database connection', async () => {
    const organiser = await makeOrganiser(app);
    const { token } = organiser;
    const events = await Promise.all(Array.from({ length: 20 }, () => makeEvent(app, {}, organiser)));
    const { id } = only(events.slice(0, 1));
    const idOf = (n: number) => events[n]?.id ?? id;
    const change = (n: number) =>
      app.call('PATCH /events/:id', { token, params: { id: idOf(n) }, body: { category: 'Music' } });
    expect(await twentyTimes(change)).toEqual([200]);
    expect(await twentyTimes(() => app.call('GET /events', { query: { q: 'event' } }))).toEqual([200]);
    expect(await twentyTimes(() => app.call('GET /events/:id', { token, params: { id } }))).toEqual([200]);
    const remove = (n: number) => app.call('DELETE /events/:id', { token, params: { id: idOf(n) } });
    expect(await twentyTimes(remove)).toEqual([204]);
  });

  it('registers twenty people at once, and lets them cancel, over one database connection', async () => {
    const { id } = await makeEvent(app, { max_attendees: 20 });
    const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(app)));
    const registrations: number[] = [];
    const register = async (n: number) => {
      const answer = await app.call('POST /events/:id/register', {
        token: users[n]?.token,
        params: { id },
        body: {},
      });
      registrations[n] = answer.body.registration.id;
      return answer;
    };
    expect(await twentyTimes(register)).toEqual([201]);
    const cancel = (n: number) =>
      app.call('PATCH /events/registrations/:id/cancel', {
        token: users[n]?.token,
        params: { id: registrations[n] ?? 0 },
      });
    expect(await twentyTimes(cancel)).toEqual([200]);
  });

  it('sells, checks in and refunds tickets, and sends emails, over one database connection', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 12.5 }, organiser);
    const buyers = await Promise.all(Array.from({ length: 5 }, () => makeUser(app)));
    const sessions = await Promise.all(buyers.map((buyer) => openCheckout(app, buyer, event.id)));
    await Promise.all(sessions.map((session) => app.sandbox.payWithCard(session, paying)));
    const listTickets = async () =>
      (
        await app.call('GET /tickets/event/:eventId', {
          token: organiser.token,
          params: { eventId: event.id },
        })
      ).body.tickets;
    // Send the webhooks. The server processes the webhooks, and runs the jobs that follow, over the single
    // database connection.
    await app.sandbox.deliverDue();
    await expect.poll(async () => (await listTickets()).length).toBe(5);
    const [used, ...others] = await listTickets();
    const checkedIn = await app.call('POST /tickets/use/:codeOrId', {
      token: organiser.token,
      params: { codeOrId: used?.ticket_code ?? '' },
    });
    expect(checkedIn.status).toBe(200);
    const refunds = await Promise.all(
      others.map((ticket) =>
        app.call('POST /stripe/refund/:ticketId', {
          token: organiser.token,
          params: { ticketId: ticket.id },
        }),
      ),
    );
    expect(refunds.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const listRefundMails = () => app.mails.filter((mail) => mail.subject.includes('on its way back'));
    await expect.poll(() => listRefundMails().length).toBe(4);
  });

  it('deletes a user, and a team with its events, over one database connection', async () => {
    const organiser = await makeOrganiser(app);
    const member = await makeMember(app, organiser.teamId, 'event_manager');
    await makeEvent(app, {}, organiser);
    const removed = await deleteOwnAccount(app, member);
    expect(removed.status).toBe(204);
    const closed = await app.call('DELETE /teams/:id', {
      token: organiser.token,
      params: { id: organiser.teamId },
    });
    expect(closed.status).toBe(204);
  });
});
