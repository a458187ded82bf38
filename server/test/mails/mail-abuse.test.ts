import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { releaseDueMails, releaseMailsOf } from '../../src/mail/held-mails.ts';
import { startTestApp, type TestApp } from '../app.ts';
import {
  makeAdmin,
  makeEvent,
  makeOrganiser,
  makeUnverifiedUser,
  makeUser,
  only,
  type TestUser,
} from '../factories.ts';
import { listMailsTo, waitForMails } from './wait-for-mails.ts';
import { listTicketsOf } from '../tickets.ts';

const hourMs = 3_600_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => setLimits(false));

afterAll(() => app.close());

/**
 * Switches the limits on or off. They are off during the sign-ups, because all users of a test sign up from one
 * network address.
 */
function setLimits(rateLimits: boolean) {
  Object.assign(app.deps, { config: { ...app.deps.config, rateLimits } });
}

async function setVerified({ id }: { id: number }, isVerified: boolean) {
  const email_verified_at = isVerified ? app.clock.now() : null;
  await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ email_verified_at }).where('id', '=', id).execute();
    if (isVerified) await releaseMailsOf(tx, app.deps.jobs, id);
  });
}

function register(eventId: number, user: { token: string }, user_id?: number) {
  return app.call('POST /events/:id/register', {
    token: user.token,
    params: { id: eventId },
    body: { user_id },
  });
}

function giveTicket(organiser: { token: string }, eventId: number, guest: TestUser) {
  return app.call('POST /tickets', {
    token: organiser.token,
    body: { event_id: eventId, user_id: guest.id },
  });
}

function countTickets(user: TestUser) {
  return listTicketsOf(app, user).then((tickets) => tickets.length);
}

describe("an account with a stranger's email address", () => {
  it('gets only five emails for 15 registrations, and the other ten after the stranger verifies the address', async () => {
    const organiser = await makeOrganiser(app);
    await setVerified(organiser, false);
    setLimits(true);
    for (let n = 0; n < 15; n += 1) {
      const event = await makeEvent(app, { title: `Buy now ${n}`, price: 0 }, organiser);
      expect((await register(event.id, organiser)).status).toBe(201);
    }
    await waitForMails(app);
    expect(listMailsTo(app, organiser)).toHaveLength(5);
    expect(await countTickets(organiser)).toBe(15);

    app.clock.advance(2 * 24 * hourMs - 10 * 60_000);
    await releaseDueMails(app.deps);
    await waitForMails(app);
    expect(listMailsTo(app, organiser)).toHaveLength(5);
    app.clock.advance(-2 * 24 * hourMs + 10 * 60_000);

    await setVerified(organiser, true);
    await waitForMails(app);
    const subjects = listMailsTo(app, organiser).map((mail) => mail.subject);
    expect(new Set(subjects).size).toBe(15);
    expect(subjects).toHaveLength(15);
  });

  it('cannot cause more emails to a mailbox by writing its email address in other ways', async () => {
    const event = await makeEvent(app, { price: 0 });
    const ways = ['mary.smith@gmail.com', 'marysmith+a@gmail.com', 'ma.rysmith+b@googlemail.com'];
    const accounts = await Promise.all(
      ways.map(async (email) => {
        const user = await makeUnverifiedUser(app);
        await app.db.updateTable('users').set({ email }).where('id', '=', user.id).execute();
        return { ...user, email };
      }),
    );
    setLimits(true);
    for (const account of accounts) {
      for (let n = 0; n < 3; n += 1) {
        const { body } = await register(event.id, account);
        const params = { id: body.registration.id };
        await app.call('PATCH /events/registrations/:id/cancel', { token: account.token, params });
      }
    }
    await waitForMails(app);
    expect(app.mails.filter((mail) => ways.includes(mail.to))).toHaveLength(5);
  });
});

describe('an email address that differs from another one only in dots', () => {
  it('has a limit of its own, because only some mail servers ignore dots', async () => {
    const [first, second] = [await makeUnverifiedUser(app), await makeUnverifiedUser(app)];
    const ways = ['j.o.smith@example.org', 'josmith@example.org'];
    for (const [index, { id }] of [first, second].entries()) {
      await app.db.updateTable('users').set({ email: ways[index] }).where('id', '=', id).execute();
    }
    const events = await Promise.all(Array.from({ length: 5 }, () => makeEvent(app, { price: 0 })));
    setLimits(true);
    for (const { id } of events) await register(id, first);
    await waitForMails(app);
    await register(events[0]?.id ?? 0, second);
    await waitForMails(app);
    expect(ways.map((email) => listMailsTo(app, { email }).length)).toEqual([5, 1]);
  });
});

describe('an organiser who has not verified their own email address', () => {
  it('cannot give tickets to people who did not ask for them', async () => {
    const organiser = await makeOrganiser(app);
    await setVerified(organiser, false);
    const guests = await Promise.all(Array.from({ length: 5 }, () => makeUser(app)));
    const event = await makeEvent(app, { price: 20 }, organiser);
    for (const guest of guests) expect((await giveTicket(organiser, event.id, guest)).status).toBe(403);
    await waitForMails(app);
    expect(guests.flatMap((guest) => listMailsTo(app, guest))).toEqual([]);
    expect(await Promise.all(guests.map(countTickets))).toEqual([0, 0, 0, 0, 0]);
    await setVerified(organiser, true);
    for (const guest of guests) expect((await giveTicket(organiser, event.id, guest)).status).toBe(201);
    await waitForMails(app);
    expect(guests.map((guest) => listMailsTo(app, guest, 'Your ticket').length)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('a guest who has not verified their email address', () => {
  it('gets no email about an event that ended before they verified the address', async () => {
    const organiser = await makeOrganiser(app);
    const [early, late] = [await makeUser(app), await makeUser(app)];
    await setVerified(late, false);
    const event = await makeEvent(app, { price: 0, startsIn: 1 }, organiser);
    await register(event.id, early);
    await register(event.id, organiser, late.id);
    await waitForMails(app);
    app.clock.advance(4 * hourMs);
    await setVerified(late, true);
    await waitForMails(app);
    app.clock.advance(-4 * hourMs);
    expect(listMailsTo(app, early)).toHaveLength(1);
    expect(listMailsTo(app, late)).toEqual([]);
  });
});

describe('an email that nobody asked for', () => {
  it('contains no event title that mail programs turn into a link, and says how to stop such emails', async () => {
    const organiser = await makeOrganiser(app);
    const guest = await makeUser(app);
    const title = 'You won at https://evil.example/claim or evil.example';
    const event = await makeEvent(app, { title, price: 0 }, organiser);
    await register(event.id, organiser, guest.id);
    await waitForMails(app);
    const mail = only(listMailsTo(app, guest));
    const said = [mail.subject, mail.text, mail.html, String(mail.attachments?.at(-1)?.content)];
    for (const text of said) expect(text.replace(/\r?\n /g, '')).not.toMatch(/evil\.example|https:\/\/evil/);
    expect(mail.text).toContain('evil.\u200bexample');
    expect(mail.text).not.toContain('An evening in the old brewery');
    expect(mail.text).toContain('put you on the guest list of this event');
    expect(mail.text).toContain(`stop them: ${mail.stopAddress}`);
    expect(mail.html).toContain(`href="${mail.stopAddress}"`);
    expect(mail.stopAddress).toMatch(/^http:\/\/foyer\.localhost\/mail\/stop\/[\w-]+$/);
  });

  it('goes to one person at most five times an hour, and does not delay tickets that the person registers for', async () => {
    const organiser = await makeOrganiser(app);
    const guest = await makeUser(app);
    const events = [];
    for (let n = 0; n < 7; n += 1) events.push(await makeEvent(app, { price: 0 }, organiser));
    setLimits(true);
    for (const { id } of events.slice(0, 6)) await register(id, organiser, guest.id);
    await register(events[6]?.id ?? 0, guest);
    await waitForMails(app);
    expect(listMailsTo(app, guest, 'Your ticket')).toHaveLength(6);
    expect(listMailsTo(app, guest).filter((mail) => mail.stopAddress)).toHaveLength(5);
    app.clock.advance(hourMs + 60_000);
    await releaseDueMails(app.deps);
    await waitForMails(app);
    expect(listMailsTo(app, guest, 'Your ticket')).toHaveLength(7);
    app.clock.advance(-hourMs - 60_000);
  });

  it('goes out at most thirty times an hour for one sender, and then waits until the limit allows it', async () => {
    const organiser = await makeOrganiser(app);
    const admin = await makeAdmin(app);
    const event = await makeEvent(app, { price: 0, max_attendees: 50 }, organiser);
    const guests = await Promise.all(Array.from({ length: 32 }, () => makeUser(app)));
    setLimits(true);
    for (const guest of guests) expect((await register(event.id, admin, guest.id)).status).toBe(201);
    await waitForMails(app);
    const count = () => guests.filter((guest) => listMailsTo(app, guest).length > 0).length;
    expect(count()).toBe(30);
    app.clock.advance(hourMs + 60_000);
    await releaseDueMails(app.deps);
    await waitForMails(app);
    expect(count()).toBe(32);
    app.clock.advance(-hourMs - 60_000);
  });
});
