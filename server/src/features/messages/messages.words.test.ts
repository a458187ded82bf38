import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeUnverifiedUser, makeUser } from '../../../test/factories.ts';
import {
  deliverMessages,
  makeWriter,
  orderAsGuest,
  readMail,
  subject,
  type Writer,
} from '../../../test/mails/messages.ts';
import { runMailJobs } from '../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../test/mails/wait-for-mails.ts';
import { releaseMailsOf } from '../../mail/held-mails.ts';
import { giveUpMessageMails } from './messages.mails.service.ts';

const hourMs = 3_600_000;

let app: TestApp;
let organiser: Writer;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeWriter(app);
});

afterAll(() => app.close());

describe('the words of a message', () => {
  it('are formatted safely, and stay complete as plain text', async () => {
    const { sale, recipient } = await organiser.sellOne();
    const text =
      '# Hello <b>all</b>\n\n- [The map](https://example.org/map)\n- [bad](javascript:alert(1))\n\n<img src=x onerror=alert(1)>';
    await organiser.send(sale.id, { text });
    await deliverMessages(app);
    const mail = readMail(app, recipient);
    expect(mail.html).toContain('Hello &lt;b&gt;all&lt;/b&gt;</h3>');
    expect(mail.html).toContain('href="https://example.org/map"');
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail.html).not.toContain('href="javascript');
    expect(mail.text).toContain('• The map (https://example.org/map)');
  });

  it('have no links for recipients who did not ask for the ticket', async () => {
    const sale = await organiser.sell();
    const guest = await orderAsGuest(app, sale);
    await organiser.send(sale.id, {
      subject: 'Win at evil.example',
      text: [
        '[Win](https://evil.example/a) or https://evil.example or www\\.evil\\.example',
        '[Refund](https&colon;&sol;&sol;evil&period;example) [Write](mailto&#58;a&#64;evil&#46;example)',
      ].join('\n\n'),
    });
    await deliverMessages(app);
    const { html, text, subject: shown } = readMail(app, guest, 'Win');
    for (const part of [html, text, shown]) expect(part).not.toMatch(/evil\.example/);
    expect(html).not.toMatch(/href="[^"]*evil/);
    expect(text).toContain('evil.\u200bexample');
  });

  it('are previewed as the mail that arrives', async () => {
    const { sale, recipient } = await organiser.sellOne();
    const words = { subject, text: 'Bring **boots**.' };
    const { body } = await app.call('POST /events/:id/messages/preview', {
      token: organiser.token,
      params: { id: sale.id },
      body: words,
    });
    await organiser.send(sale.id, words);
    await deliverMessages(app);
    const withoutLinks = (html: string) => html.replace(/href="[^"]*"/g, '');
    expect(body.subject).toBe(subject);
    expect(withoutLinks(body.html)).toBe(withoutLinks(readMail(app, recipient).html));
  });
});

describe('answers to a message', () => {
  it('go to the sender only if the sender chose so', async () => {
    const { sale, recipient } = await organiser.sellOne();
    await organiser.send(sale.id, { subject: 'First' });
    await organiser.send(sale.id, { subject: 'Second', takes_replies: true });
    await deliverMessages(app);
    const [first, second] = [readMail(app, recipient, 'First'), readMail(app, recipient, 'Second')];
    expect(first.replyTo).toBeUndefined();
    expect(first.text).toContain('Nobody reads replies to this email.');
    expect(`${first.text}${first.html}`).not.toContain(organiser.email);
    expect(second.replyTo).toEqual({ name: organiser.username, address: organiser.email });
    expect(second.text).toContain('You can reply to this email.');
  });
});

describe('a sender who types another address', () => {
  it('gets no answers there before verifying it', async () => {
    const host = await makeWriter(app);
    const { sale, recipient } = await host.sellOne();
    await host.send(sale.id, { takes_replies: true });
    const typed = { email: `typed-${host.email}`, email_verified_at: null };
    await app.db.updateTable('users').set(typed).where('id', '=', host.id).execute();
    await deliverMessages(app);
    const mail = readMail(app, recipient);
    expect(mail.replyTo).toBeUndefined();
    expect(mail.text).toContain('Nobody reads replies to this email.');
  });

  it('sends nothing to recipients who did not ask for the ticket before verifying it', async () => {
    const host = await makeWriter(app);
    const sale = await host.sell();
    const guest = await orderAsGuest(app, sale);
    await host.send(sale.id);
    await app.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', host.id).execute();
    await deliverMessages(app);
    expect(listMailsTo(app, guest, subject)).toEqual([]);
  });
});

describe('a test of a message', () => {
  it('goes to its writer only', async () => {
    const { sale, recipient } = await organiser.sellOne();
    const answer = await app.call('POST /events/:id/messages/test', {
      token: organiser.token,
      params: { id: sale.id },
      body: { subject: 'Only for me', text: 'Is it fine?' },
    });
    expect(answer.body.msg).toBe(`The test is on its way to ${organiser.email}`);
    await runMailJobs(app, '^messages.send-test');
    expect(readMail(app, organiser, 'Test: Only for me').text).toContain('Is it fine?');
    expect(listMailsTo(app, recipient, 'Test')).toEqual([]);
    expect(await organiser.listSent(sale.id)).toEqual([]);
  });
});

describe('a mail that does not go out at once', () => {
  it('waits until the recipient verifies the address, and then counts as sent', async () => {
    const { sale, recipient } = await organiser.sellOne({}, await makeUnverifiedUser(app));
    expect(await organiser.countAudiences(sale.id)).toMatchObject({
      all: 1,
      unverified: { all: 1, not_in: 1 },
      ticket_types: [{ recipients: 1, unverified: 1 }],
    });
    await organiser.send(sale.id);
    await deliverMessages(app);
    expect(await organiser.listSent(sale.id)).toMatchObject([
      { recipients: 1, sent: 0, not_sent: 0, waiting: 1 },
    ]);
    await giveUpMessageMails(app.deps);
    const email_verified_at = app.clock.now();
    await app.db.updateTable('users').set({ email_verified_at }).where('id', '=', recipient.id).execute();
    await app.db.transaction().execute((tx) => releaseMailsOf(tx, app.deps.jobs, recipient.id));
    await deliverMessages(app);
    expect(await organiser.listSent(sale.id)).toMatchObject([{ sent: 1, not_sent: 0, waiting: 0 }]);
    expect(await organiser.countAudiences(sale.id)).toMatchObject({ unverified: { all: 0, not_in: 0 } });
  });

  it('is given up when its job has failed for days, or when it is too late to write', async () => {
    const [sale, over] = [await organiser.sell(), await organiser.sell()];
    await organiser.register(sale.id, await makeUser(app));
    await organiser.register(over.id, await makeUnverifiedUser(app));
    for (const { id } of [sale, over]) await organiser.send(id);
    await runMailJobs(app, '^messages.spread');
    await giveUpMessageMails(app.deps);
    expect(await organiser.listSent(sale.id)).toMatchObject([{ sent: 0, not_sent: 0 }]);
    await deliverMessages(app);
    const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 24 * hourMs);
    await app.db
      .updateTable('message_readers')
      .set({ state: 'queued' })
      .where('message_id', 'in', (select) =>
        select.selectFrom('messages').select('id').where('event_id', '=', sale.id),
      )
      .execute();
    await app.db
      .updateTable('messages')
      .set({ created_at: daysAgo(4) })
      .where('event_id', '=', sale.id)
      .execute();
    await app.db
      .updateTable('events')
      .set({ start_time: daysAgo(32), end_time: daysAgo(31) })
      .where('id', '=', over.id)
      .execute();
    await giveUpMessageMails(app.deps);
    for (const { id } of [sale, over])
      expect(await organiser.listSent(id)).toMatchObject([{ sent: 0, not_sent: 1, waiting: 0 }]);
  });
});

describe('somebody who stopped the messages of a team', () => {
  it('gets no more of them from any event of the team', async () => {
    const [sale, next] = [await organiser.sell(), await organiser.sell()];
    const recipient = await makeUser(app);
    for (const { id } of [sale, next]) await organiser.register(id, recipient);
    await organiser.send(sale.id);
    await deliverMessages(app);
    const { stopAddress = '' } = readMail(app, recipient);
    const token = stopAddress.split('/').at(-1) ?? '';
    const offered = await app.call('POST /mail-stops/find', { body: { token } });
    expect(offered.body.choices).toMatchObject([{ scope: 'messages', is_stopped: false }, { scope: 'all' }]);
    const stopped = await app.send('POST', new URL(stopAddress).pathname, {
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(stopped.status).toBe(200);
    await organiser.send(next.id, { subject: 'Again' });
    await deliverMessages(app);
    expect(listMailsTo(app, recipient, 'Again')).toEqual([]);
    expect(await organiser.listSent(next.id)).toMatchObject([{ recipients: 1, sent: 0, not_sent: 1 }]);
    const stops = await app.db.selectFrom('mail_stops').select('scope').execute();
    expect(stops).toEqual([{ scope: 'messages' }]);
  });
});

describe('the limits of messages', () => {
  let limited: TestApp;

  beforeAll(async () => {
    limited = await startTestApp({ works: false, env: { FOYER_RATE_LIMITS: 'on' } });
  });

  afterAll(() => limited.close());

  it('refuse the sixth message of an event within a day, and say what to do', async () => {
    const host = await makeWriter(limited);
    const sale = await host.sell();
    await host.register(sale.id, await makeUser(limited));
    // Only sent messages count.
    expect((await host.send(sale.id, { audience: 'type', ticket_type_id: 1_000_000 })).status).toBe(404);
    for (let count = 0; count < 5; count += 1) {
      expect((await host.send(sale.id)).status).toBe(201);
    }
    const refused = await host.send(sale.id);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.body.msg).toMatch(/^This event has sent 5 messages within a day\. Put what is left/);
  });

  it('let a new team write to 100 recipients a day', async () => {
    const host = await makeWriter(limited);
    const sale = await host.sell();
    await host.register(sale.id, await makeUser(limited));
    await limited.db
      .insertInto('limit_counts')
      .values({
        subject: `message_new_team:${host.teamId}`,
        uses: 100,
        window_ends_at: new Date(limited.clock.now().getTime() + hourMs),
      })
      .execute();
    const refused = await host.send(sale.id);
    expect(refused.body.msg).toMatch(
      /^In its first 7 days a team can write to 100 recipients a day\. Choose fewer/,
    );
    const created_at = new Date(limited.clock.now().getTime() - 8 * 24 * hourMs);
    await limited.db.updateTable('teams').set({ created_at }).where('id', '=', host.teamId).execute();
    expect((await host.send(sale.id)).status).toBe(201);
  });

  it('count the recipients that an account writes to with all its new teams', async () => {
    const host = await makeWriter(limited);
    const sale = await host.sell();
    await host.register(sale.id, await makeUser(limited));
    expect((await host.send(sale.id)).status).toBe(201);
    await limited.db
      .updateTable('limit_counts')
      .set({ uses: 100 })
      .where('subject', '=', `message_new_team_sender:${host.id}`)
      .execute();
    const { body } = await limited.call('POST /teams', {
      token: host.token,
      body: { name: `Second ${host.username}` },
    });
    const event = await makeEvent(limited, { price: 0, team_id: body.team.id }, host);
    await host.register(event.id, await makeUser(limited));
    const refused = await host.send(event.id);
    expect(refused.body.msg).toMatch(/^Teams in their first 7 days can write to few recipients/);
  });

  it('let an account create ten teams a day, not counting names that are taken', async () => {
    const { token, username } = await makeUser(limited);
    const create = (name: string) => limited.call('POST /teams', { token, body: { name } });
    for (let count = 1; count <= 9; count += 1)
      expect((await create(`${username} ${count}`)).status).toBe(201);
    expect((await create(`${username} 1`)).body.code).toBe('team_name_taken');
    expect((await create(`${username} 10`)).status).toBe(201);
    expect((await create(`${username} 11`)).body).toMatchObject({ code: 'too_many_requests' });
  });
});
