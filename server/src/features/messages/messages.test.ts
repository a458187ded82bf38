import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeUser, type TestUser } from '../../../test/factories.ts';
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
import { placeOrder } from '../../../test/orders.ts';
import { payOrder } from '../../../test/paid-orders.ts';
import { closeCancelledEvents } from '../payments/refunds/cancellations.service.ts';

const hourMs = 3_600_000;

let app: TestApp;
let organiser: Writer;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeWriter(app);
});

afterAll(() => app.close());

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

/** Moves the end of an event to some days before now. */
async function endBefore(eventId: number, days: number): Promise<void> {
  const end_time = new Date(app.clock.now().getTime() - days * 24 * hourMs);
  const start_time = new Date(end_time.getTime() - hourMs);
  await app.db.updateTable('events').set({ start_time, end_time }).where('id', '=', eventId).execute();
}

describe('a message to everybody with a ticket', () => {
  it('reaches accounts, guests and holders who were given a ticket, each address once', async () => {
    const sale = await organiser.sell({ price: 5 });
    const member = await makeUser(app);
    const own = { event_id: sale.id, items: [{ ticket_type_id: sale.typeId, quantity: 2 }] };
    await payOrder(app, (await placeOrder(app, own, { token: member.token })).number);
    await payOrder(app, (await placeOrder(app, own, { token: member.token })).number);
    const guest = await orderAsGuest(app, sale, { pays: true, quantity: 2 });
    const holder = await transfer(guest);
    const held = await orderAsGuest(app, sale);
    expect(await organiser.countAudiences(sale.id)).toMatchObject({
      all: 3,
      not_in: 3,
      ticket_types: [{ recipients: 3 }],
    });
    expect(await organiser.send(sale.id)).toMatchObject({
      status: 201,
      body: { message: { recipients: 3, sent: 0 } },
    });
    await deliverMessages(app);
    const mails = [member, guest, holder].map((recipient) => readMail(app, recipient));
    for (const { text } of mails) expect(text).toContain('Doors open at half past seven.');
    expect(mails[0]?.text).toContain('you have a place at this event');
    expect(mails[1]?.text).toContain(`View your order: ${app.deps.publicUrl}/orders/${guest.number}#key=`);
    expect(mails[2]?.text).toContain('gave you a ticket for this event');
    expect(listMailsTo(app, held, subject)).toEqual([]);
    expect(await organiser.listSent(sale.id)).toMatchObject([
      { subject, audience: 'all', recipients: 3, sent: 3, not_sent: 0 },
    ]);
  });

  it('is not sent again when the request, or any of its jobs, runs again', async () => {
    const { sale, recipient } = await organiser.sellOne();
    const key = randomUUID();
    const first = await organiser.send(sale.id, {}, key);
    const again = await organiser.send(sale.id, {}, key);
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.message.id).toBe(first.body.message.id);
    const other = await organiser.send(sale.id, { text: 'Something else' }, key);
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
    await deliverMessages(app);
    expect(listMailsTo(app, recipient, subject)).toHaveLength(1);
  });

  it('sends one mail when the same request comes many times at once', async () => {
    const { sale, recipient } = await organiser.sellOne();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => organiser.send(sale.id, {}, key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.message.id)).size).toBe(1);
    await deliverMessages(app);
    expect(listMailsTo(app, recipient, subject)).toHaveLength(1);
  });

  it('does not reach somebody whose ticket has ended before the mail is written', async () => {
    const sale = await organiser.sell();
    const [stays, leaves] = [await makeUser(app), await makeUser(app)];
    for (const recipient of [stays, leaves]) await organiser.register(sale.id, recipient);
    await organiser.send(sale.id);
    await app.db
      .updateTable('tickets')
      .set({ status: 'cancelled' })
      .where('order_id', 'in', (select) =>
        select.selectFrom('orders').select('id').where('user_id', '=', leaves.id),
      )
      .execute();
    await deliverMessages(app);
    expect(readMail(app, stays).subject).toBe(subject);
    expect(listMailsTo(app, leaves, subject)).toEqual([]);
    expect(await organiser.listSent(sale.id)).toMatchObject([{ recipients: 2, sent: 1, not_sent: 1 }]);
  });

  it('is recorded in the audit without the words', async () => {
    const sale = await organiser.sell();
    await organiser.register(sale.id);
    await organiser.send(sale.id, { text: 'A secret place' });
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'details'])
      .where('action', '=', 'event.message_sent')
      .where('event_id', '=', sale.id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor_id: organiser.id, details: { audience: 'all', recipients: 1 } });
    expect(JSON.stringify(entry)).not.toContain('secret');
  });
});

describe('the recipients of a message', () => {
  it('are the holders of one ticket type, or those who are not in yet', async () => {
    const sale = await organiser.sell();
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
    await checkIn(sale.id, early);
    expect(await organiser.countAudiences(sale.id)).toMatchObject({
      all: 2,
      not_in: 1,
      ticket_types: [{ recipients: 1 }, { id: typeId, name: 'Balcony', recipients: 1 }],
    });
    await organiser.send(sale.id, { subject: 'To the balcony', audience: 'type', ticket_type_id: typeId });
    await organiser.send(sale.id, { subject: 'We begin', audience: 'not_in' });
    await deliverMessages(app);
    expect(listMailsTo(app, early, 'To the balcony')).toEqual([]);
    expect(listMailsTo(app, early, 'We begin')).toEqual([]);
    expect(readMail(app, late, 'To the balcony').to).toBe(late.email);
    expect(readMail(app, late, 'We begin').to).toBe(late.email);
    expect((await organiser.listSent(sale.id))[1]).toMatchObject({
      audience: 'type',
      ticket_type: 'Balcony',
    });
  });

  it('must be somebody, and of a type of this event', async () => {
    const sale = await organiser.sell();
    expect((await organiser.send(sale.id)).body.code).toBe('nobody_to_write_to');
    await organiser.register(sale.id);
    const other = await organiser.sell();
    const wrong = await organiser.send(sale.id, { audience: 'type', ticket_type_id: other.typeId });
    expect(wrong.body.code).toBe('ticket_type_not_found');
    expect((await organiser.send(sale.id, { audience: 'type' })).body.errors).toEqual([
      { field: 'ticket_type_id', message: 'Choose a ticket type' },
    ]);
    expect(await organiser.listSent(sale.id)).toEqual([]);
  });
});

describe('the time of a message', () => {
  it('is from the publication until 30 days after the end', async () => {
    const sale = await organiser.sell({ startsIn: 1 });
    await organiser.register(sale.id);
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    expect((await organiser.send(draft.id)).body.code).toBe('event_not_published');
    await endBefore(sale.id, 29);
    expect((await organiser.send(sale.id)).status).toBe(201);
    await endBefore(sale.id, 31);
    expect((await organiser.send(sale.id)).body.code).toBe('too_late_to_write');
    await runMailJobs(app, '^messages.spread');
    await runMailJobs(app, '^messages.send');
    expect(await organiser.listSent(sale.id)).toMatchObject([{ sent: 0, not_sent: 1 }]);
  });

  it('can come after a cancellation, and then reaches those who got their money back', async () => {
    const sale = await organiser.sell({ price: 8 });
    const guest = await orderAsGuest(app, sale, { pays: true });
    const params = { id: sale.id };
    await app.call('PATCH /events/:id', { token: organiser.token, params, body: { status: 'cancelled' } });
    await closeCancelledEvents(app.deps);
    expect((await organiser.send(sale.id)).body.message).toMatchObject({ recipients: 1 });
    await deliverMessages(app);
    expect(readMail(app, guest).to).toBe(guest.email);
  });
});
