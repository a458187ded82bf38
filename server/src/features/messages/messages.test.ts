import { randomUUID } from 'node:crypto';
import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeUser, only, type TestUser } from '../../../test/factories.ts';
import { listMailsTo } from '../../../test/mails/wait-for-mails.ts';
import { runMailJobs } from '../../../test/mails/run-order-mails.ts';
import { placeOrder } from '../../../test/orders.ts';
import { payOrder } from '../../../test/paid-orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../test/ticket-types.ts';
import { closeCancelledEvents } from '../payments/refunds/cancellations.service.ts';

const hourMs = 3_600_000;
const subject = 'Doors open later';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

type Body = BodyInput<Endpoints['POST /events/:id/messages']>;

function send(
  id: number,
  fields: Partial<Body> = {},
  { token = organiser.token, key = randomUUID(), by = app } = {},
) {
  return by.call('POST /events/:id/messages', {
    token,
    params: { id },
    headers: { 'idempotency-key': key },
    body: { subject, text: 'Doors open at **7:30 PM**.', audience: 'all', ...fields },
  });
}

/** Runs the jobs as often as a crash could repeat them. */
async function deliver(): Promise<void> {
  await runMailJobs(app, '^messages.spread');
  await runMailJobs(app, '^messages.send');
}

const readMail = (to: { email: string }, word = subject) => only(listMailsTo(app, to, word));

async function sell(fields: Parameters<typeof makeEvent>[1] = {}) {
  return organiser.makeSale({ price: 0, title: 'The long walk', ...fields });
}

/** A guest orders tickets. Guests who pay have shown that they ordered. */
async function orderAsGuest(
  { id, typeId }: { id: number; typeId: number },
  { pays = false, quantity = 1 } = {},
) {
  const order = await placeOrder(app, { event_id: id, items: [{ ticket_type_id: typeId, quantity }] });
  if (pays) await payOrder(app, order.number);
  return { ...order, email: String(order.buyer_email) };
}

async function transfer(order: { key?: string; tickets: { id: number }[] }) {
  const holder = { name: 'Ivo Marsh', email: `ivo-${randomUUID()}@example.org` };
  const { status } = await app.call('POST /tickets/:id/transfer', {
    params: { id: order.tickets[0]?.id ?? 0 },
    headers: { 'x-order-key': order.key, 'idempotency-key': randomUUID() },
    body: holder,
  });
  expect(status).toBe(200);
  return holder;
}

async function checkIn(eventId: number, user: TestUser): Promise<void> {
  const { ticket_code: code } = await app.db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select('ticket_code')
    .where('orders.user_id', '=', user.id)
    .where('tickets.event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  const answer = await app.call('POST /tickets/use/:codeOrId', {
    token: organiser.token,
    params: { codeOrId: String(code) },
  });
  expect(answer.status).toBe(200);
}

const readAudiences = async (id: number) =>
  (await app.call('GET /events/:id/message-audiences', { token: organiser.token, params: { id } })).body;

const listSent = async (id: number) =>
  (await app.call('GET /events/:id/messages', { token: organiser.token, params: { id } })).body.messages;

describe('a message to everybody with a ticket', () => {
  it('reaches accounts, guests and people who were given a ticket, each address once', async () => {
    const sale = await sell({ price: 5 });
    const member = await makeUser(app);
    const own = { event_id: sale.id, items: [{ ticket_type_id: sale.typeId, quantity: 2 }] };
    await payOrder(app, (await placeOrder(app, own, { token: member.token })).number);
    await payOrder(app, (await placeOrder(app, own, { token: member.token })).number);
    const guest = await orderAsGuest(sale, { pays: true, quantity: 2 });
    const holder = await transfer(guest);
    const held = await orderAsGuest(sale);
    expect(await readAudiences(sale.id)).toMatchObject({ all: 3, not_in: 3, ticket_types: [{ people: 3 }] });
    expect(await send(sale.id)).toMatchObject({ status: 201, body: { message: { people: 3, sent: 0 } } });
    await deliver();
    const mails = [member, guest, holder].map((reader) => readMail(reader));
    for (const { text } of mails) expect(text).toContain('Doors open at 7:30 PM.');
    expect(mails[0]?.text).toContain('you have a place at this event');
    expect(mails[1]?.text).toContain(`View your order: ${app.deps.publicUrl}/orders/${guest.number}#key=`);
    expect(mails[2]?.text).toContain('gave you a ticket for this event');
    expect(listMailsTo(app, held, subject)).toEqual([]);
    expect(await listSent(sale.id)).toMatchObject([
      { subject, audience: 'all', people: 3, sent: 3, not_sent: 0 },
    ]);
  });

  it('is not sent again when the request, or any of its jobs, runs again', async () => {
    const sale = await sell();
    const reader = await makeUser(app);
    await organiser.register(sale.id, reader);
    const key = randomUUID();
    const first = await send(sale.id, {}, { key });
    const again = await send(sale.id, {}, { key });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.message.id).toBe(first.body.message.id);
    const other = await send(sale.id, { text: 'Something else' }, { key });
    expect(other.body.code).toBe('idempotency_key_reused');
    const spread = await runMailJobs(app, '^messages.spread');
    expect(spread).toHaveLength(1);
    const jobs = await runMailJobs(app, '^messages.send');
    for (const [name, data] of [
      ['messages.spread', spread[0]],
      ['messages.send', jobs[0]],
    ] as const) {
      await app.deps.db
        .transaction()
        .execute((tx) => app.deps.jobs.enqueue(tx, { name, retryForSeconds: 0 }, data ?? {}));
    }
    await deliver();
    expect(listMailsTo(app, reader, subject)).toHaveLength(1);
  });

  it('sends one mail when the same request comes many times at once', async () => {
    const sale = await sell();
    const reader = await makeUser(app);
    await organiser.register(sale.id, reader);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(sale.id, {}, { key })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    await deliver();
    expect(listMailsTo(app, reader, subject)).toHaveLength(1);
  });

  it('does not reach somebody whose ticket has ended before the mail is written', async () => {
    const sale = await sell();
    const [stays, leaves] = [await makeUser(app), await makeUser(app)];
    for (const reader of [stays, leaves]) await organiser.register(sale.id, reader);
    await send(sale.id);
    await app.db
      .updateTable('tickets')
      .set({ status: 'cancelled' })
      .where('order_id', 'in', (select) =>
        select.selectFrom('orders').select('id').where('user_id', '=', leaves.id),
      )
      .execute();
    await deliver();
    expect(readMail(stays).subject).toBe(subject);
    expect(listMailsTo(app, leaves, subject)).toEqual([]);
    expect(await listSent(sale.id)).toMatchObject([{ people: 2, sent: 1, not_sent: 1 }]);
  });

  it('is recorded in the audit without the words', async () => {
    const sale = await sell();
    await organiser.register(sale.id);
    await send(sale.id, { text: 'A secret place' });
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'details'])
      .where('action', '=', 'event.message_sent')
      .where('event_id', '=', sale.id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor_id: organiser.id, details: { audience: 'all', people: 1 } });
    expect(JSON.stringify(entry)).not.toContain('secret');
  });
});

describe('the people whom a message reaches', () => {
  it('are the holders of one ticket type, or those who are not in yet', async () => {
    const sale = await sell();
    const added = await organiser.add(sale.id, { name: 'Balcony', price: 0 });
    const typeId = added.body.ticket_type.id;
    const [early, late] = [await makeUser(app), await makeUser(app)];
    for (const [user, type] of [
      [early, sale.typeId],
      [late, typeId],
    ] as const) {
      const items = [{ ticket_type_id: type, quantity: 1 }];
      await placeOrder(app, { event_id: sale.id, items }, { token: user.token });
    }
    app.clock.advance(47 * hourMs);
    await checkIn(sale.id, early);
    app.clock.advance(-47 * hourMs);
    expect(await readAudiences(sale.id)).toMatchObject({
      all: 2,
      not_in: 1,
      ticket_types: [{ people: 1 }, { id: typeId, name: 'Balcony', people: 1 }],
    });
    await send(sale.id, { subject: 'To the balcony', audience: 'type', ticket_type_id: typeId });
    await send(sale.id, { subject: 'We begin', audience: 'not_in' });
    await deliver();
    expect(listMailsTo(app, early, 'To the balcony')).toEqual([]);
    expect(listMailsTo(app, early, 'We begin')).toEqual([]);
    expect(readMail(late, 'To the balcony').to).toBe(late.email);
    expect(readMail(late, 'We begin').to).toBe(late.email);
    expect((await listSent(sale.id))[1]).toMatchObject({ audience: 'type', ticket_type: 'Balcony' });
  });

  it('must be somebody, and of a type of this event', async () => {
    const sale = await sell();
    expect((await send(sale.id)).body.code).toBe('nobody_to_write_to');
    await organiser.register(sale.id);
    const other = await sell();
    const wrong = await send(sale.id, { audience: 'type', ticket_type_id: other.typeId });
    expect(wrong.body.code).toBe('ticket_type_not_found');
    expect((await send(sale.id, { audience: 'type' })).body.errors).toEqual([
      { field: 'ticket_type_id', message: 'Choose a ticket type' },
    ]);
    expect(await listSent(sale.id)).toEqual([]);
  });
});

describe('the time of a message', () => {
  it('is from the publication until 30 days after the end', async () => {
    const sale = await sell({ startsIn: 1 });
    await organiser.register(sale.id);
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    expect((await send(draft.id)).body.code).toBe('event_not_published');
    app.clock.advance(3 * hourMs + 29 * 24 * hourMs);
    expect((await send(sale.id)).status).toBe(201);
    app.clock.advance(2 * 24 * hourMs);
    expect((await send(sale.id)).body.code).toBe('too_late_to_write');
    await runMailJobs(app, '^messages.spread');
    await runMailJobs(app, '^messages.send');
    expect(await listSent(sale.id)).toMatchObject([{ sent: 0, not_sent: 1 }]);
    app.clock.advance(-(3 * hourMs + 31 * 24 * hourMs));
  });

  it('can come after a cancellation, and then reaches the people who got their money back', async () => {
    const sale = await sell({ price: 8 });
    const guest = await orderAsGuest(sale, { pays: true });
    const params = { id: sale.id };
    await app.call('PATCH /events/:id', { token: organiser.token, params, body: { status: 'cancelled' } });
    await closeCancelledEvents(app.deps);
    expect((await send(sale.id)).body.message).toMatchObject({ people: 1 });
    await deliver();
    expect(readMail(guest).to).toBe(guest.email);
  });
});

describe('the words of a message', () => {
  it('are formatted safely, and stay complete as plain text', async () => {
    const sale = await sell();
    const reader = await makeUser(app);
    await organiser.register(sale.id, reader);
    const text =
      '# Hello <b>all</b>\n\n- [The map](https://example.org/map)\n- [bad](javascript:alert(1))\n\n<img src=x onerror=alert(1)>';
    await send(sale.id, { text });
    await deliver();
    const mail = readMail(reader);
    expect(mail.html).toContain('Hello &lt;b&gt;all&lt;/b&gt;</h3>');
    expect(mail.html).toContain('href="https://example.org/map"');
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(mail.html).not.toContain('href="javascript');
    expect(mail.text).toContain('• The map (https://example.org/map)');
  });

  it('have no links for people who did not ask for the ticket', async () => {
    const sale = await sell();
    const guest = await orderAsGuest(sale);
    await send(sale.id, {
      subject: 'Win at evil.example',
      text: '[Win](https://evil.example/a) or https://evil.example or www\\.evil\\.example',
    });
    await deliver();
    const { html, text, subject: shown } = readMail(guest, 'Win');
    for (const part of [html, text, shown]) expect(part).not.toMatch(/evil\.example/);
    expect(html).not.toContain('href="https://evil');
    expect(text).toContain('evil.\u200bexample');
  });

  it('are previewed as the mail that arrives', async () => {
    const sale = await sell();
    const reader = await makeUser(app);
    await organiser.register(sale.id, reader);
    const words = { subject, text: 'Bring **boots**.' };
    const { body } = await app.call('POST /events/:id/messages/preview', {
      token: organiser.token,
      params: { id: sale.id },
      body: words,
    });
    await send(sale.id, words);
    await deliver();
    const withoutLinks = (html: string) => html.replace(/href="[^"]*"/g, '');
    expect(body.subject).toBe(subject);
    expect(withoutLinks(body.html)).toBe(withoutLinks(readMail(reader).html));
  });
});

describe('answers to a message', () => {
  it('go to the sender only if the sender chose so', async () => {
    const sale = await sell();
    const reader = await makeUser(app);
    await organiser.register(sale.id, reader);
    await send(sale.id, { subject: 'First' });
    await send(sale.id, { subject: 'Second', takes_replies: true });
    await deliver();
    const [first, second] = [readMail(reader, 'First'), readMail(reader, 'Second')];
    expect(first.replyTo).toBeUndefined();
    expect(first.text).toContain('Nobody reads answers to this email.');
    expect(`${first.text}${first.html}`).not.toContain(organiser.email);
    expect(second.replyTo).toEqual({ name: organiser.username, address: organiser.email });
    expect(second.text).toContain('You can answer this email.');
  });
});

describe('a test of a message', () => {
  it('goes to its writer only', async () => {
    const sale = await sell();
    const reader = await makeUser(app);
    await organiser.register(sale.id, reader);
    const answer = await app.call('POST /events/:id/messages/test', {
      token: organiser.token,
      params: { id: sale.id },
      body: { subject: 'Only for me', text: 'Is it fine?' },
    });
    expect(answer.body.msg).toBe(`The test is on its way to ${organiser.email}`);
    await runMailJobs(app, '^messages.send-test');
    expect(readMail(organiser, 'Test: Only for me').text).toContain('Is it fine?');
    expect(listMailsTo(app, reader, 'Test')).toEqual([]);
    expect(await listSent(sale.id)).toEqual([]);
  });
});

describe('somebody who stopped the messages of a team', () => {
  it('gets no more of them from any event of the team, but still hears that an event has moved', async () => {
    const [sale, next] = [await sell(), await sell()];
    const reader = await makeUser(app);
    for (const { id } of [sale, next]) await organiser.register(id, reader);
    await send(sale.id);
    await deliver();
    const { stopAddress = '' } = readMail(reader);
    const token = stopAddress.split('/').at(-1) ?? '';
    const offered = await app.call('POST /mail-stops/find', { body: { token } });
    expect(offered.body.choices).toMatchObject([{ scope: 'messages', is_stopped: false }, { scope: 'all' }]);
    const stopped = await app.send('POST', new URL(stopAddress).pathname, {
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(stopped.status).toBe(200);
    await send(next.id, { subject: 'Again' });
    await deliver();
    expect(listMailsTo(app, reader, 'Again')).toEqual([]);
    expect(await listSent(next.id)).toMatchObject([{ people: 1, sent: 0, not_sent: 1 }]);
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
    const host = await makeOrganiserOfTypes(limited);
    const sale = await host.makeSale({ price: 0 });
    await host.register(sale.id, await makeUser(limited));
    const from = { token: host.token, by: limited };
    // Only sent messages count.
    expect((await send(sale.id, { audience: 'type', ticket_type_id: 1_000_000 }, from)).status).toBe(404);
    for (let count = 0; count < 5; count += 1) {
      expect((await send(sale.id, {}, { ...from, key: randomUUID() })).status).toBe(201);
    }
    const refused = await send(sale.id, {}, from);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.body.msg).toMatch(/^This event has sent 5 messages within a day\. Put what is left/);
  });

  it('let a new team write to 100 people a day', async () => {
    const host = await makeOrganiserOfTypes(limited);
    const sale = await host.makeSale({ price: 0, max_attendees: 200 });
    await host.register(sale.id, await makeUser(limited));
    await limited.db
      .insertInto('limit_counts')
      .values({
        subject: `message_new_team:${host.teamId}`,
        uses: 100,
        window_ends_at: new Date(limited.clock.now().getTime() + hourMs),
      })
      .execute();
    const from = { token: host.token, by: limited };
    const refused = await send(sale.id, {}, from);
    expect(refused.body.msg).toMatch(
      /^In its first 7 days a team can write to 100 people a day\. Choose fewer/,
    );
    const created_at = new Date(limited.clock.now().getTime() - 8 * 24 * hourMs);
    await limited.db.updateTable('teams').set({ created_at }).where('id', '=', host.teamId).execute();
    expect((await send(sale.id, {}, from)).status).toBe(201);
  });
});
