import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueueEventNews } from '../../src/features/events/mails/mails.service.ts';
import { closeCancelledEvents } from '../../src/features/payments/refunds/cancellations.service.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeOrganiser, makeUser, only, openCheckout, type TestUser } from '../factories.ts';
import { buyTicket, logInAgain } from '../payments.ts';

const hourMs = 3_600_000;
const quietMs = 3 * 60_000;

let app: TestApp;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

type Event = Awaited<ReturnType<typeof makeEvent>>;

async function change(event: Event, body: Record<string, unknown>) {
  const { token } = await logInAgain(app, organiser);
  const answer = await app.call('PATCH /events/:id', { token, params: { id: event.id }, body });
  expect(answer.status).toBe(200);
}

/** The organiser logs in again first, because tokens expire when the clock is advanced. */
async function publish(fields: Parameters<typeof makeEvent>[1]) {
  return makeEvent(app, fields, await logInAgain(app, organiser));
}

function later(time: string, hours: number): string {
  return new Date(Date.parse(time) + hours * hourMs).toISOString();
}

/** Advances the clock until the change emails are due, and enqueues them. */
async function spreadNews() {
  app.clock.advance(quietMs + 1000);
  await enqueueEventNews(app.deps);
}

function listMails({ email }: { email: string }, word: string) {
  return app.mails.filter((mail) => mail.to === email && mail.subject.startsWith(word));
}

async function register(event: Event) {
  const user = await makeUser(app);
  const answer = await app.call('POST /events/:id/register', {
    token: user.token,
    params: { id: event.id },
  });
  expect(answer.status).toBe(201);
  return user;
}

async function leave({ id, token }: TestUser) {
  const { body } = await app.call('GET /users/:id/registrations', { token, params: { id } });
  const { status } = await app.call('PATCH /events/registrations/:id/cancel', {
    token,
    params: { id: only(body.registrations).id },
  });
  expect(status).toBe(200);
}

async function waitUntilTold(event: Event) {
  const countLeft = async () =>
    (await app.db.selectFrom('attendee_news').select('due_at').where('event_id', '=', event.id).execute())
      .length;
  await expect.poll(countLeft, { timeout: 25_000 }).toBe(0);
}

describe('attendees of an event whose time or place changes', () => {
  it('get an email with the old and the new time and place, and an updated calendar entry', async () => {
    const event = await publish({ title: 'Łódź after dark' });
    const guest = await register(event);
    await expect.poll(() => listMails(guest, 'Your ticket')).toHaveLength(1);
    await change(event, {
      location: 'The Corn Exchange',
      start_time: later(event.start_time, 24),
      end_time: later(event.end_time, 24),
    });
    await spreadNews();
    await waitUntilTold(event);
    const [mail, ...others] = listMails(guest, 'New');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('New time and place: Łódź after dark');
    for (const form of [mail?.text, mail?.html]) {
      expect(form).toContain('The time and place of this event have changed.');
      expect(form).toContain('because you have a place at this event');
      expect(form).toContain('The Corn Exchange');
      expect(form).toContain('The Old Brewery, Mill Lane');
    }
    expect(mail?.text).toMatch(
      /When: .+\n {2}Until now: .+\nWhere: The Corn Exchange\n {2}Until now: The Old/,
    );
    const [ticketMail] = listMails(guest, 'Your ticket');
    const entries = [ticketMail, mail].map((one) => String(one?.attachments?.at(-1)?.content));
    const read = (name: string) =>
      entries.map((entry) => new RegExp(`^${name}:(.+)\r$`, 'm').exec(entry)?.[1]);
    expect(read('UID')).toEqual([`event-${event.id}@foyer.localhost`, `event-${event.id}@foyer.localhost`]);
    expect(read('SEQUENCE').map(Number)).toEqual([0, 1]);
    expect(read('DTSTART')[1]).not.toBe(read('DTSTART')[0]);
    expect(read('METHOD')).toEqual(['PUBLISH', 'PUBLISH']);
  });

  it('get one email about several changes, and none when the last change restores the time and place', async () => {
    const event = await publish({});
    const guest = await register(event);
    await change(event, { location: 'The Corn Exchange' });
    await enqueueEventNews(app.deps);
    await change(event, { location: 'The Assembly Rooms' });
    await change(event, { start_time: later(event.start_time, -1) });
    await spreadNews();
    await waitUntilTold(event);
    const [mail, ...others] = listMails(guest, 'New');
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Where: The Assembly Rooms\n  Until now: The Old Brewery, Mill Lane');
    expect(mail?.text).not.toContain('Corn Exchange');

    await change(event, { location: 'The Corn Exchange' });
    await change(event, {
      location: 'The Assembly Rooms',
      description: 'With an interval.',
      max_attendees: 9,
    });
    await spreadNews();
    await waitUntilTold(event);
    expect(listMails(guest, 'New')).toHaveLength(1);
  });

  it('get a second email when the event changes again while the first email is being sent', async () => {
    const event = await publish({});
    const guest = await register(event);
    await change(event, { location: 'The Corn Exchange' });
    const send = app.deps.mail.send.bind(app.deps.mail);
    const sending = vi.spyOn(app.deps.mail, 'send').mockImplementation(async (message, id) => {
      await send(message, id);
      // Wait for the change email, whose subject starts with "New". Foyer may send the email with the ticket
      // first.
      if (!message.subject.startsWith('New')) return;
      sending.mockRestore();
      await change(event, { location: 'The Assembly Rooms' });
    });
    await spreadNews();
    const readTold = () =>
      app.db.selectFrom('attendee_news').select('told_location').where('event_id', '=', event.id).execute();
    await expect.poll(readTold).toEqual([{ told_location: 'The Corn Exchange' }]);
    await spreadNews();
    await waitUntilTold(event);
    const texts = listMails(guest, 'New').map((mail) => mail.text);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('Where: The Corn Exchange\n  Until now: The Old Brewery, Mill Lane');
    expect(texts[1]).toContain('Where: The Assembly Rooms\n  Until now: The Corn Exchange');
  });

  it('get no email if they cancelled, if the event is over, or while the event is a draft', async () => {
    const event = await publish({});
    const [leaver, guest] = [await register(event), await register(event)];
    // Foyer no longer lets an event that has attendees become a draft, but earlier versions did. So set the status
    // directly in the database.
    await app.db.updateTable('events').set({ status: 'draft' }).where('id', '=', event.id).execute();
    await change(event, { location: 'The Corn Exchange' });
    await leave(leaver);
    await spreadNews();
    expect(listMails(guest, 'New')).toEqual([]);
    await change(event, { status: 'published' });
    await spreadNews();
    await waitUntilTold(event);
    expect(listMails(guest, 'New')).toHaveLength(1);
    expect(listMails(leaver, 'New')).toEqual([]);

    const past = await publish({ startsIn: 1 });
    const visitor = await register(past);
    app.clock.advance(5 * hourMs);
    await change(past, { location: 'The Corn Exchange' });
    await spreadNews();
    expect(listMails(visitor, 'New')).toEqual([]);
  });
});

describe('attendees of a cancelled event', () => {
  it('get an email at once that says what happens to their money', async () => {
    const event = await publish({ price: 15 });
    const [buyer, holder] = [await makeUser(app), await makeUser(app)];
    await buyTicket(app, buyer, event.id);
    await openCheckout(app, holder, event.id);
    const free = await publish({});
    const guest = await register(free);
    await change(free, { location: 'The Corn Exchange' });
    await change(event, { status: 'cancelled' });
    await change(free, { status: 'cancelled' });
    // Refund the ticket and end the hold before the emails are written. The emails must still describe what their
    // readers had before the cancellation.
    await closeCancelledEvents(app.deps);
    await enqueueEventNews(app.deps);
    await waitUntilTold(event);
    await waitUntilTold(free);
    const read = (user: TestUser) => listMails(user, 'Cancelled').map((mail) => mail.text);
    expect(read(buyer)).toEqual([expect.stringContaining('We are refunding the full £15.00')]);
    expect(read(holder)).toEqual([
      expect.stringContaining('A seat was held for you, and you have not paid for it.'),
    ]);
    expect(read(guest)).toEqual([expect.stringContaining('Your ticket was free')]);
    expect(read(guest)).toEqual([expect.stringContaining('because you had a place at this event')]);
    expect(read(guest)).toEqual([expect.stringMatching(/When: .+\nWhere: The Corn Exchange\n\n/)]);
    const calendar = String(listMails(guest, 'Cancelled')[0]?.attachments?.[0]?.content);
    expect(calendar).toMatch(/METHOD:CANCEL[^]+SEQUENCE:2[^]+STATUS:CANCELLED/);
  });

  it('get a cancellation email only if they were still registered', async () => {
    const event = await publish({});
    const [leaver, guest] = [await register(event), await register(event)];
    await change(event, { location: 'The Corn Exchange' });
    await leave(leaver);
    await change(event, { status: 'cancelled' });
    await enqueueEventNews(app.deps);
    await waitUntilTold(event);
    expect(listMails(guest, 'Cancelled')).toHaveLength(1);
    expect(listMails(leaver, 'Cancelled')).toEqual([]);
    expect(listMails(guest, 'New')).toEqual([]);
  });

  it('get an email when the event is published again, but only if they were told of the cancellation', async () => {
    const event = await publish({});
    const guest = await register(event);
    await change(event, { status: 'cancelled' });
    await enqueueEventNews(app.deps);
    await waitUntilTold(event);
    await change(event, { status: 'published' });
    await spreadNews();
    await waitUntilTold(event);
    expect(listMails(guest, 'It takes place after all')).toHaveLength(1);

    await change(event, { status: 'cancelled' });
    await change(event, { status: 'published' });
    await spreadNews();
    await waitUntilTold(event);
    expect(listMails(guest, 'Cancelled')).toHaveLength(1);
    expect(listMails(guest, 'It takes place after all')).toHaveLength(1);
  });
});
