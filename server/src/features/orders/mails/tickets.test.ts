import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUnverifiedUser, makeUser, only } from '../../../../test/factories.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { readPdf } from '../../../../test/mails/pdf-pages.ts';
import { enqueueOrderMails, sendOrderMail } from './tickets.service.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

const jazz = {
  price: 0,
  title: 'Jazz in the Yard',
  start_time: '2031-07-04T18:30:00Z',
  end_time: '2031-07-04T21:00:00Z',
};

interface OrderedThree {
  token?: string;
  attendee: string;
  doors_minutes?: number;
}

/** Orders three free tickets, the second for an attendee with an address of their own. */
async function orderThree({ token, attendee, doors_minutes }: OrderedThree) {
  const { id, typeId } = await organiser.makeSale({ ...jazz, doors_minutes });
  const attendees = [{}, { name: 'Ivo Marsh', email: attendee }];
  const buyer = { name: 'Mara Ellis', email: `mara-${id}@example.org` };
  const order = await placeOrder(
    app,
    { event_id: id, items: [{ ticket_type_id: typeId, quantity: 3, attendees }], ...(!token && { buyer }) },
    { token },
  );
  await runOrderMails(app);
  return { ...order, email: buyer.email };
}

function readMailTo(email: string) {
  return only(listMailsTo(app, { email }));
}

describe('the mail about an order', () => {
  it('brings a guest all tickets in one mail, with the link that opens the order', async () => {
    const order = await orderThree({ attendee: 'ivo-of-guest@example.org' });
    const mail = readMailTo(order.email);
    expect(mail.subject).toBe('Your 3 tickets: Jazz in the Yard');
    expect(mail.text).toContain('Hello Mara Ellis,');
    expect(mail.text).toContain(`Order: ${order.number}`);
    const page = `http://foyer.localhost/orders/${order.number}#key=${order.key}`;
    expect(mail.text).toContain(`View your order: ${page}`);
    // The page of a ticket code would ask the guest to log in.
    expect(mail.text).toContain(`it is in the attached PDF and at ${page}`);
    expect(mail.text).not.toContain('/tickets/verify/');
    expect(mail.text).toContain('Ticket 2 of 3: General admission, Ivo Marsh');
    const files = mail.attachments?.map(({ filename }) => filename);
    expect(files).toEqual([
      'ticket-qr-1.png',
      'ticket-qr-2.png',
      'ticket-qr-3.png',
      'tickets.pdf',
      'event.ics',
    ]);
    const pdf = mail.attachments?.find(({ filename }) => filename === 'tickets.pdf');
    const printed = readPdf(Buffer.from(pdf?.content ?? ''));
    expect(printed.pages).toBe(3);
    for (const { short_code } of order.tickets) {
      const shown = `${short_code?.slice(0, 5)} ${short_code?.slice(5)}`;
      expect(mail.text).toContain(`Ticket code: ${shown}`);
      expect(printed.text).toContain(shown);
    }
    // A guest has verified no address, so a guest's free order mails nobody else.
    expect(listMailsTo(app, { email: 'ivo-of-guest@example.org' })).toEqual([]);
  });

  it('says when the doors open, if the team told, and the calendar file keeps the start', async () => {
    const order = await orderThree({ attendee: 'ivo-early@example.org', doors_minutes: 45 });
    const mail = readMailTo(order.email);
    expect(mail.text).toContain('Doors: 6:45 PM\n');
    expect(mail.html).toContain('6:45\u00a0PM');
    const read = (name: string) =>
      Buffer.from(mail.attachments?.find(({ filename }) => filename === name)?.content ?? '');
    expect(readPdf(read('tickets.pdf')).text).toContain('Doors 6:45\u00a0PM');
    expect(read('event.ics').toString()).toContain('DTSTART:20310704T183000Z');
    expect(order.event.doors_minutes).toBe(45);
    const silent = await orderThree({ attendee: 'ivo-late@example.org' });
    expect(readMailTo(silent.email).text).not.toContain('Doors');
  });

  it('writes names and titles so that no mail program turns them into links', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0, title: 'Claim at evil.example' });
    const email = `stranger-${id}@example.org`;
    await placeOrder(app, {
      event_id: id,
      items: [{ ticket_type_id: typeId, quantity: 1, attendees: [{ name: 'Ivo of evil.example' }] }],
      buyer: { name: 'Mara of evil.example', email },
    });
    await runOrderMails(app);
    const { subject, text, html } = readMailTo(email);
    expect(`${subject} ${text} ${html}`).not.toContain('evil.example');
  });

  it('says where to ask, with a link for those who asked for the mail, if the team has an address', async () => {
    const question = 'Questions about this event?';
    const contact_email = 'box-office@maltings.example.org';
    await app.db.updateTable('teams').set({ contact_email }).where('id', '=', organiser.teamId).execute();
    const buyer = await makeUser(app);
    const attendee = `asks-${buyer.id}@example.org`;
    const byUser = await orderThree({ token: buyer.token, attendee });
    const byGuest = await orderThree({ attendee: `unasked-${buyer.id}@example.org` });
    const mail = readMailTo(buyer.email);
    expect(mail.text).toContain(`${question} Write to ${contact_email}`);
    expect(mail.html).toContain(`href="mailto:${contact_email}"`);
    const unverified = await makeUnverifiedUser(app);
    await orderThree({ token: unverified.token, attendee: `unproven-${unverified.id}@example.org` });
    for (const { text, html } of [byGuest.email, attendee, unverified.email].map(readMailTo)) {
      expect(text).toContain(
        `${question} The address of the organisers is on this page: http://foyer.localhost/`,
      );
      expect(`${text}${html}`).not.toContain(contact_email);
    }
    await app.db
      .updateTable('teams')
      .set({ contact_email: null })
      .where('id', '=', organiser.teamId)
      .execute();
    const without = await orderThree({ attendee: `nobody-${byUser.number}@example.org` });
    expect(readMailTo(without.email).text).not.toContain(question);
  });

  it('links to the order without its key if the buyer has an account, and brings another attendee only their own ticket', async () => {
    const buyer = await makeUser(app);
    const order = await orderThree({ token: buyer.token, attendee: 'ivo@example.org' });
    const mail = readMailTo(buyer.email);
    expect(mail.text).toContain(`http://foyer.localhost/orders/${order.number}\n`);
    expect(mail.text).not.toContain('#key=');

    const toAttendee = readMailTo('ivo@example.org');
    expect(toAttendee.subject).toBe('Your ticket: Jazz in the Yard');
    const [first, second] = order.tickets.map(({ short_code }) => formatShortCode(short_code ?? ''));
    expect(toAttendee.text).toContain(`Ticket code: ${second}`);
    expect(toAttendee.text).not.toContain(first);
    expect(toAttendee.text).not.toContain(order.number);
  });

  it('is sent once, however many processes find that the mail is due', async () => {
    const order = await orderThree({ attendee: 'again@example.org' });
    const { id } = await app.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', order.number)
      .executeTakeFirstOrThrow();
    await app.db.updateTable('orders').set({ mail_due_at: app.clock.now() }).where('id', '=', id).execute();
    await Promise.all([enqueueOrderMails(app.deps), enqueueOrderMails(app.deps)]);
    await runOrderMails(app);
    await sendOrderMail(app.deps, { orderId: id });
    expect(listMailsTo(app, order)).toHaveLength(1);
  });

  it('goes to other attendees only after the buyer has verified their own email address', async () => {
    const buyer = await makeUnverifiedUser(app);
    await orderThree({ token: buyer.token, attendee: 'waits@example.org' });
    readMailTo(buyer.email);
    const held = await app.db
      .selectFrom('held_mails')
      .select('job')
      .where('waits_for_user_id', '=', buyer.id)
      .execute();
    expect(held).toEqual([{ job: 'orders.send-attendee-ticket' }]);
    expect(listMailsTo(app, { email: 'waits@example.org' })).toEqual([]);
  });
});
