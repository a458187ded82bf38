import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeUser } from '../../../test/factories.ts';
import {
  deliverMessages,
  hoursFromNow,
  makeAttendedSale,
  makeWriter,
  orderAsGuest,
  type Writer,
} from '../../../test/mails/messages.ts';
import { listMailsTo } from '../../../test/mails/wait-for-mails.ts';
import { sendAutomaticMails } from './messages.automatic.service.ts';

const hourMs = 3_600_000;

let app: TestApp;
let organiser: Writer;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeWriter(app);
});

afterAll(() => app.close());

const makeSale = (times: { startsIn: number; title: string }) => makeAttendedSale(app, organiser, times);

/** Runs the job twice, as after a crash. */
async function run(): Promise<void> {
  await sendAutomaticMails(app.deps);
  await sendAutomaticMails(app.deps);
  await deliverMessages(app);
}

const change = (id: number, body: { kind: 'reminder' | 'thanks'; is_on?: boolean; words?: object | null }) =>
  app.call('PATCH /events/:id/automatic-mails', {
    token: organiser.token,
    params: { id },
    body: body as { kind: 'reminder' },
  });

const list = async (id: number) =>
  (await app.call('GET /events/:id/automatic-mails', { token: organiser.token, params: { id } })).body.mails;

describe('the reminder', () => {
  it('reaches everybody with a ticket once, a day before the start, with the facts of the event', async () => {
    const later = await makeSale({ startsIn: 25, title: 'Later' });
    const soon = await makeSale({ startsIn: 23, title: 'Soon' });
    const guest = await orderAsGuest(app, soon);
    await run();
    await run();
    expect(listMailsTo(app, later.recipient, 'Reminder')).toEqual([]);
    expect(listMailsTo(app, guest, 'Reminder: Soon')).toHaveLength(1);
    const mails = listMailsTo(app, soon.recipient, 'Reminder: Soon');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Have your ticket ready');
    expect(mails[0]?.text).toContain('Where: The Old Brewery, Mill Lane');
    expect(await organiser.listSent(soon.id)).toMatchObject([
      { kind: 'reminder', sender_name: null, recipients: 2, sent: 2 },
    ]);
    expect((await list(soon.id))[0]).toMatchObject({ kind: 'reminder', is_on: true });
    expect((await list(soon.id))[0]?.sent_at).not.toBeNull();
  });

  it('is sent once when several processes look at the same moment', async () => {
    const { id, recipient } = await makeSale({ startsIn: 20, title: 'Rush' });
    await Promise.all(Array.from({ length: 6 }, () => sendAutomaticMails(app.deps)));
    await deliverMessages(app);
    expect(listMailsTo(app, recipient, 'Reminder: Rush')).toHaveLength(1);
    expect(await organiser.listSent(id)).toHaveLength(1);
  });

  it('follows an event that moves, and waits while it is cancelled', async () => {
    const { id, recipient } = await makeSale({ startsIn: 20, title: 'Moving' });
    const start_time = hoursFromNow(app, 60);
    await app.db
      .updateTable('events')
      .set({ start_time, end_time: hoursFromNow(app, 62) })
      .where('id', '=', id)
      .execute();
    await run();
    expect(listMailsTo(app, recipient, 'Reminder')).toEqual([]);
    expect((await list(id))[0]?.due_at).toBe(new Date(start_time.getTime() - 24 * hourMs).toISOString());
    await app.db
      .updateTable('events')
      .set({ start_time: hoursFromNow(app, 5), end_time: hoursFromNow(app, 7), status: 'cancelled' })
      .where('id', '=', id)
      .execute();
    await run();
    expect(listMailsTo(app, recipient, 'Reminder')).toEqual([]);
    await app.db.updateTable('events').set({ status: 'published' }).where('id', '=', id).execute();
    await run();
    expect(listMailsTo(app, recipient, 'Reminder: Moving')).toHaveLength(1);
  });

  it('is not sent for an event that was published less than a day before its start, or has started', async () => {
    const short = await makeSale({ startsIn: 20, title: 'Short notice' });
    await app.db
      .updateTable('events')
      .set({ published_at: hoursFromNow(app, -1) })
      .where('id', '=', short.id)
      .execute();
    const running = await makeSale({ startsIn: -1, title: 'Running' });
    await run();
    for (const { recipient } of [short, running]) expect(listMailsTo(app, recipient, 'Reminder')).toEqual([]);
  });

  it('can be switched off, and have the words of the team', async () => {
    const off = await makeSale({ startsIn: 20, title: 'Off' });
    const own = await makeSale({ startsIn: 20, title: 'Own' });
    expect((await change(off.id, { kind: 'reminder', is_on: false })).body.mail).toMatchObject({
      is_on: false,
    });
    const words = { subject: 'See you at the pier', text: 'Bring a **coat**.' };
    const changed = await change(own.id, { kind: 'reminder', words });
    expect(changed.body.mail).toMatchObject({ ...words, has_own_words: true, is_on: true });
    await run();
    expect(listMailsTo(app, off.recipient, 'Reminder')).toEqual([]);
    const mails = listMailsTo(app, own.recipient, 'See you at the pier');
    expect(mails.map(({ text }) => text.includes('Bring a coat.'))).toEqual([true]);
    const usual = await change(own.id, { kind: 'reminder', words: null });
    expect(usual.body.mail).toMatchObject({ subject: 'Reminder: Own', has_own_words: false });
  });

  it('is not sent to somebody who stopped the messages of the team', async () => {
    const { id, recipient } = await makeSale({ startsIn: 30, title: 'Stopped' });
    await organiser.send(id, { subject: 'Hello' });
    await deliverMessages(app);
    const [mail] = listMailsTo(app, recipient, 'Hello');
    await app.send('POST', new URL(mail?.stopAddress ?? '').pathname);
    await app.db
      .updateTable('events')
      .set({ start_time: hoursFromNow(app, 20) })
      .where('id', '=', id)
      .execute();
    await run();
    expect(listMailsTo(app, recipient, 'Reminder')).toEqual([]);
  });
});

describe('the state of a mail that was not sent', () => {
  const listStates = async (id: number) => (await list(id)).map(({ state }) => state);

  it('says whether it will be sent', async () => {
    const { id } = await makeSale({ startsIn: 30, title: 'Stateful' });
    expect(await listStates(id)).toEqual(['due', 'due']);
    await app.db
      .updateTable('events')
      .set({ published_at: hoursFromNow(app, 20) })
      .where('id', '=', id)
      .execute();
    expect(await listStates(id)).toEqual(['missed', 'due']);
    await app.db.updateTable('events').set({ status: 'cancelled' }).where('id', '=', id).execute();
    expect(await listStates(id)).toEqual(['not_published', 'not_published']);
    const over = await makeSale({ startsIn: -24 * 5, title: 'Long over' });
    expect(await listStates(over.id)).toEqual(['missed', 'missed']);
  });
});

describe('the thank-you', () => {
  it('goes only to recipients who were checked in, if anybody was', async () => {
    const { id, recipient } = await makeSale({ startsIn: -20, title: 'Half empty' });
    const absent = await makeUser(app);
    await app.db
      .updateTable('events')
      .set({ start_time: hoursFromNow(app, 2), end_time: hoursFromNow(app, 4) })
      .where('id', '=', id)
      .execute();
    await organiser.register(id, absent);
    await app.db
      .updateTable('events')
      .set({ start_time: hoursFromNow(app, -20), end_time: hoursFromNow(app, -18) })
      .where('id', '=', id)
      .execute();
    await app.db
      .updateTable('tickets')
      .set({ status: 'used', used_at: hoursFromNow(app, -20) })
      .where('event_id', '=', id)
      .where('order_id', 'in', (select) =>
        select.selectFrom('orders').select('id').where('user_id', '=', recipient.id),
      )
      .execute();
    await change(id, { kind: 'thanks', is_on: true });
    await run();
    expect(listMailsTo(app, recipient, 'Thank you')).toHaveLength(1);
    expect(listMailsTo(app, absent, 'Thank you')).toEqual([]);
    expect(await organiser.listSent(id)).toMatchObject([{ audience: 'came', recipients: 1, sent: 1 }]);
  });

  it('is off by default, and goes out on the day after the end once the team has switched it on', async () => {
    const silent = await makeSale({ startsIn: -20, title: 'Silent' });
    const on = await makeSale({ startsIn: -20, title: 'Grateful' });
    const early = await makeSale({ startsIn: -5, title: 'Early' });
    const old = await makeSale({ startsIn: -24 * 5, title: 'Old' });
    for (const { id } of [on, early, old]) await change(id, { kind: 'thanks', is_on: true });
    await run();
    for (const { recipient } of [silent, early, old])
      expect(listMailsTo(app, recipient, 'Thank you')).toEqual([]);
    expect(listMailsTo(app, on.recipient, 'Thank you for coming: Grateful')).toHaveLength(1);
    await run();
    expect(listMailsTo(app, on.recipient, 'Thank you')).toHaveLength(1);
  });
});
