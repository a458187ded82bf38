import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import jsQR from 'jsqr';
import type { Attachment, Email } from 'postal-mime';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tellOfCancelledTicketJob } from '../../src/features/tickets/tickets.jobs.ts';
import { sendCancelledTicketMail } from '../../src/features/tickets/tickets.mails.service.ts';
import { listDoors } from '../../src/mail/words.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser, only, type TestUser } from '../factories.ts';
import { sendThrough, startMailServer, type TestMailServer } from './mail-server.ts';
import { buyTicket, cancelRegistration } from '../payments.ts';
import { readPdf } from './pdf-pages.ts';

let app: TestApp;
let server: TestMailServer;

beforeAll(async () => {
  app = await startTestApp();
  server = await startMailServer();
  sendThrough(app, server.port);
});

afterAll(async () => {
  await app.close();
  await server.close();
});

async function readMails({ email }: TestUser, count = 1): Promise<Email[]> {
  const list = () => server.listReceived().filter((mail) => mail.to?.[0]?.address === email);
  await expect.poll(list).toHaveLength(count);
  return list();
}

function bytesOf(mail: Email, filename: string): Buffer {
  const attachment = only(mail.attachments.filter((one: Attachment) => one.filename === filename));
  return typeof attachment.content === 'string'
    ? Buffer.from(attachment.content)
    : Buffer.from(new Uint8Array(attachment.content));
}

async function readQrCode(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

async function findTicket(user: TestUser) {
  const { body } = await app.call('GET /tickets/user/:userId', {
    token: user.token,
    params: { userId: user.id },
  });
  return only(body.tickets);
}

async function register(eventId: number) {
  const user = await makeUser(app);
  await app.call('POST /events/:id/register', { token: user.token, params: { id: eventId } });
  return { user, mail: only(await readMails(user)) };
}

describe('the email with a ticket', () => {
  it('says the same in plain text and in HTML', async () => {
    // At midday, so that the doors open on the day of the event whenever the test runs.
    const day = new Date(app.clock.now().getTime() + 48 * 3_600_000).toISOString().slice(0, 10);
    const event = await makeEvent(app, {
      title: 'Łódź & <b>Ångström</b>, Ελλάδα',
      start_time: `${day}T12:00:00Z`,
      end_time: `${day}T14:00:00Z`,
      doors_minutes: 30,
    });
    const { user, mail } = await register(event.id);
    const { short_code } = await findTicket(user);
    expect(mail.subject).toBe('Your ticket: Łódź & <b>Ångström</b>, Ελλάδα');
    const shown = String(mail.html)
      .replace('&lt;b&gt;', '<b>')
      .replace('&lt;/b&gt;', '</b>')
      .replaceAll('&amp;', '&');
    for (const said of [
      `Hello ${user.username},`,
      'You are registered. Here is your ticket.',
      'Łódź & <b>Ångström</b>, Ελλάδα',
      'The Old Brewery, Mill Lane',
      'Free',
      formatShortCode(short_code),
      `http://foyer.localhost/events/${event.id}-lodz-b-angstrom-b`,
      'cancel your registration in your profile',
      'because you registered for this event',
    ]) {
      expect(mail.text).toContain(said);
      expect(shown).toContain(said);
    }
    expect(mail.text).toMatch(/When: \w+, \w{3} \d+, \d{4}, \d+:\d\d [AP]M to .+ (GMT|BST)\n/);
    expect(mail.html).toContain('&lt;b&gt;Ångström&lt;/b&gt;');
    const { value } = only(
      listDoors({ start_time: new Date(event.start_time), doors_minutes: 30 }, 'Europe/London'),
    );
    expect(mail.text).toContain(`Doors: ${value}\n`);
    expect(mail.html).toContain(value.replace(' ', '\u00a0'));
    expect(readPdf(bytesOf(mail, 'ticket.pdf')).text).toContain('Doors');
  });

  it('shows a QR code that leads to the check-in of the ticket, and needs no other server for it', async () => {
    const { user, mail } = await register((await makeEvent(app)).id);
    const address = `http://foyer.localhost/tickets/verify/${(await findTicket(user)).ticket_code}`;
    expect(await readQrCode(bytesOf(mail, 'ticket-qr.png'))).toBe(address);
    const picture = mail.attachments.find(({ filename }) => filename === 'ticket-qr.png');
    expect(picture).toMatchObject({ mimeType: 'image/png', contentId: '<ticket-qr>', related: true });
    expect(Array.from(String(mail.html).matchAll(/<img[^>]+src="([^"]*)"/g), ([, src]) => src)).toEqual([
      'cid:ticket-qr',
    ]);
    expect(mail.html).toContain('@media (prefers-color-scheme: dark)');
  });

  it('has a PDF to print, with embedded fonts and the QR code for check-in', async () => {
    const event = await makeEvent(app, { title: 'Łódź, Ångström, Ελλάδα 🎷', price: 15 });
    const buyer = await makeUser(app);
    await buyTicket(app, buyer, event.id);
    const mail = only(await readMails(buyer));
    expect(mail.text).toContain('Thank you. We have received your payment of £15.00. Here is your ticket.');
    const page = readPdf(bytesOf(mail, 'ticket.pdf'));
    expect(page.pages).toBe(1);
    const words = page.text.replace(/\s+/g, ' ');
    for (const printed of [
      'Łódź, Ångström, Ελλάδα When',
      'The Old Brewery, Mill Lane',
      buyer.username,
      '£15.00',
    ])
      expect(words).toContain(printed);
    expect(words).toMatch(/\d{4}, \d+:\d\d [AP]M to .+ (GMT|BST) Where/);
    const { ticket_code, short_code } = await findTicket(buyer);
    expect(words).toContain(formatShortCode(short_code));
    expect(page.fonts.length).toBeGreaterThan(2);
    expect(page.fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([]);
    expect(await readQrCode(await drawSquares(page.rectangles))).toBe(
      `http://foyer.localhost/tickets/verify/${ticket_code}`,
    );
  });

  it('has a calendar file, without a location if the event has none', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { title: 'Salt, pepper; and so on' }, organiser);
    const where = { token: organiser.token, params: { id: event.id }, body: { location: null } };
    expect((await app.call('PATCH /events/:id', where)).status).toBe(200);
    const { mail } = await register(event.id);
    expect(mail.text).toContain('Where: The organiser will tell you the place');
    const lines = bytesOf(mail, 'event.ics')
      .toString()
      .replace(/\r?\n[ \t]/g, '')
      .split(/\r?\n/);
    const stamp = (time: string) => `${time.slice(0, 19).replace(/[-:]/g, '')}Z`;
    expect(lines).toEqual(
      expect.arrayContaining([
        'METHOD:PUBLISH',
        `UID:event-${event.id}@foyer.localhost`,
        'SEQUENCE:1',
        `DTSTART:${stamp(event.start_time)}`,
        `DTEND:${stamp(event.end_time)}`,
        'SUMMARY:Salt\\, pepper\\; and so on',
        'STATUS:CONFIRMED',
      ]),
    );
    expect(lines.filter((line) => line.startsWith('LOCATION'))).toEqual([]);
  });

  it('says that the organisers gave a free ticket, and tells mail programs not to reply automatically', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 15 }, organiser);
    const guest = await makeUser(app);
    const body = { event_id: event.id, user_id: guest.id };
    await app.call('POST /tickets', { token: organiser.token, body });
    const mail = only(await readMails(guest));
    expect(mail.text).toContain('The organisers have given you a free ticket.');
    expect(mail.text).toContain('Price: Free');
    expect(mail.headers.filter(({ key }) => key === 'auto-submitted')).toMatchObject([
      { value: 'auto-generated' },
    ]);
  });
});

describe('the email about a ticket that somebody else cancelled', () => {
  it('is sent once, whichever endpoint cancelled the ticket, and removes the calendar entry', async () => {
    const organiser = await makeOrganiser(app);
    const admin = await makeAdmin(app);
    const event = await makeEvent(app, { title: 'Short of chairs', price: 0 }, organiser);
    const find = async ({ user }: { user: TestUser }) => {
      const params = { userId: user.id };
      const { body } = await app.call('GET /tickets/user/:userId', { token: user.token, params });
      return only(body.tickets);
    };
    const guests = [await register(event.id), await register(event.id), await register(event.id)] as const;
    const [first, second, third] = [await find(guests[0]), await find(guests[1]), await find(guests[2])];
    const ways = [
      app.call('PATCH /tickets/:id', {
        token: organiser.token,
        params: { id: first.id },
        body: { status: 'cancelled', reason: 'Asked by phone' },
      }),
      app.call('DELETE /tickets/:id', { token: organiser.token, params: { id: second.id } }),
      app.call('PATCH /events/registrations/:id/cancel', {
        token: admin.token,
        params: { id: third.registration_id },
      }),
    ];
    expect((await Promise.all(ways)).map(({ status }) => status)).toEqual([200, 204, 200]);
    for (const { user } of guests) {
      const mail = only((await readMails(user, 2)).slice(1));
      expect(mail.subject).toBe('Your ticket was cancelled: Short of chairs');
      for (const said of [
        'Your ticket for this event has been cancelled.',
        'Short of chairs',
        'The Old Brewery, Mill Lane',
        'This ticket is no longer valid',
        `http://foyer.localhost/events/${event.id}`,
      ]) {
        expect(mail.text).toContain(said);
        expect(mail.html).toContain(said);
      }
      expect(mail.text).toMatch(/When: .+\n/);
      expect(mail.text).not.toContain('Asked by phone');
      expect(bytesOf(mail, 'event.ics').toString()).toMatch(
        new RegExp(`METHOD:CANCEL[^]*UID:event-${event.id}@foyer.localhost[^]*STATUS:CANCELLED`),
      );
    }
  });

  it('has no link to the event page if the event is a draft', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 0 }, organiser);
    const { user } = await register(event.id);
    // Foyer refuses to make an event with attendees a draft, but earlier versions allowed it. So write the
    // status directly to the database.
    await app.db.updateTable('events').set({ status: 'draft' }).where('id', '=', event.id).execute();
    const { body } = await app.call('GET /tickets/user/:userId', {
      token: user.token,
      params: { userId: user.id },
    });
    const ticket = only(body.tickets);
    await app.call('DELETE /tickets/:id', { token: organiser.token, params: { id: ticket.id } });
    const mail = only((await readMails(user, 2)).slice(1));
    expect(mail.text).toContain('http://foyer.localhost/events\n');
    expect(mail.text).not.toContain(`/events/${event.id}`);
  });

  it('is not sent if the user already has a new ticket for the event', async () => {
    const event = await makeEvent(app, { price: 0 });
    const { user } = await register(event.id);
    const holder = { eventId: event.id, userId: user.id };
    await sendCancelledTicketMail(app.deps, { ticketId: 0, ...holder });
    await sendCancelledTicketMail(app.deps, { ticketId: 0, ...holder, byHolder: true });
    expect(only(await readMails(user)).subject).toBe(`Your ticket: ${event.title}`);
  });
});

describe('the email about a registration that its holder cancelled', () => {
  it('is sent once and removes the calendar entry', async () => {
    const event = await makeEvent(app, { title: 'One chair more', price: 0 });
    const { user } = await register(event.id);
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue');
    await cancelRegistration(app, user);
    const jobs = enqueue.mock.calls.flatMap(([, job, data]) =>
      job.name === tellOfCancelledTicketJob.name ? [data as { ticketId: number }] : [],
    );
    enqueue.mockRestore();
    const mail = only((await readMails(user, 2)).slice(1));
    expect(mail.subject).toBe('Registration cancelled: One chair more');
    for (const said of [
      'You have cancelled your registration for this event.',
      'The Old Brewery, Mill Lane',
      'Your ticket is no longer valid',
      `http://foyer.localhost/events/${event.id}`,
    ]) {
      expect(mail.text).toContain(said);
      expect(mail.html).toContain(said);
    }
    expect(bytesOf(mail, 'event.ics').toString()).toMatch(
      new RegExp(`METHOD:CANCEL[^]*UID:event-${event.id}@foyer.localhost[^]*STATUS:CANCELLED`),
    );
    const again = { eventId: event.id, userId: user.id, byHolder: true, ...only(jobs) };
    await sendCancelledTicketMail(app.deps, again);
    expect(await readMails(user, 2)).toHaveLength(2);
  });
});

async function drawSquares(rectangles: number[][]): Promise<Buffer> {
  const side = Math.min(...rectangles.map(([, , width = 0]) => width));
  const squares = rectangles.filter(([, , width = 0]) => width < side * 1.01);
  const left = Math.min(...squares.map(([x = 0]) => x));
  const top = Math.min(...squares.map(([, y = 0]) => y));
  const dots = squares.map(([x = 0, y = 0]) => [Math.round((x - left) / side), Math.round((y - top) / side)]);
  const across = Math.max(...dots.flat()) + 9;
  const pixels = Buffer.alloc(across * across, 255);
  for (const [column = 0, row = 0] of dots) pixels[(row + 4) * across + column + 4] = 0;
  const raw = { width: across, height: across, channels: 1 as const };
  return sharp(pixels, { raw })
    .resize(across * 6, across * 6, { kernel: 'nearest' })
    .png()
    .toBuffer();
}
