import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser } from '../../../../test/factories.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { findOnlyType, placeOrder } from '../../../../test/orders.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

/** Orders two tickets of a private event as a guest, and gives the first to somebody else. */
async function giveTicket() {
  const event = await makeEvent(app, { price: 0, is_public: false }, organiser);
  const key = String(event.private_key);
  const items = [{ ticket_type_id: await findOnlyType(app, event.id), quantity: 2 }];
  const order = await placeOrder(app, { event_id: event.id, key, items });
  const [first, second] = order.tickets;
  if (!first || !second) throw new Error('The order has no two tickets');
  const holder = { name: 'Ivo Marsh', email: `ivo-${randomUUID()}@example.org` };
  await app.call('POST /tickets/:id/transfer', {
    params: { id: first.id },
    headers: { 'x-order-key': String(order.key), 'idempotency-key': randomUUID() },
    body: holder,
  });
  await runOrderMails(app);
  return { event, order, id: first.id, otherId: second.id, holder, key: readKey(holder) };
}

/** Reads the key from the newest mail to the new holder. */
function readKey(holder: { email: string }): string {
  const { text = '' } = listMailsTo(app, holder).at(-1) ?? {};
  return /\/tickets\/\d+#key=([\w-]{43})/.exec(text)?.[1] ?? '';
}

function read(id: number, key?: string) {
  return app.call('GET /tickets/:id/held', {
    params: { id },
    headers: key === undefined ? {} : { 'x-ticket-key': key },
  });
}

function print(id: number, key: string) {
  return app.app.inject({ url: `/api/tickets/${id}/held.pdf`, headers: { 'x-ticket-key': key } });
}

function cancel(id: number) {
  const { token } = organiser;
  return app.call('PATCH /tickets/:id', { token, params: { id }, body: { status: 'cancelled' } });
}

describe('a ticket that its buyer gave to somebody else', () => {
  it('can be opened and printed by its new holder with the link in the mail', async () => {
    const { event, id, key } = await giveTicket();
    const { status, body, headers } = await read(id, key);
    expect(status).toBe(200);
    expect(body.ticket).toMatchObject({
      id,
      attendee_name: 'Ivo Marsh',
      status: 'valid',
      event: { id: event.id, title: event.title, is_public: false },
    });
    expect(headers['cache-control']).toBe('no-store');
    const codes = await app.db
      .selectFrom('tickets')
      .select(['ticket_code', 'short_code'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(body.ticket).toMatchObject(codes);
    const pdf = await print(id, key);
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  it('stays hidden from its buyer, and from people with the key of its order or of another ticket', async () => {
    const { id, otherId, key, order } = await giveTicket();
    const other = await giveTicket();
    const refused = { status: 404, body: { code: 'ticket_not_found' } };
    expect(await read(id)).toMatchObject(refused);
    expect(await read(id, other.key)).toMatchObject(refused);
    expect(await read(id, String(order.key))).toMatchObject(refused);
    expect(await read(otherId, key)).toMatchObject(refused);
    expect((await print(id, other.key)).statusCode).toBe(404);
    const opened = await app.call('GET /orders/:number', {
      params: { number: order.number },
      headers: { 'x-order-key': key },
    });
    expect(opened.body.code).toBe('order_not_found');
  });

  it('cannot be opened with its earlier key after its salt has changed', async () => {
    const { id, key } = await giveTicket();
    const salted = app.db.updateTable('ticket_transfers').set({ key_salt: randomUUID() });
    await salted.where('ticket_id', '=', id).execute();
    expect((await read(id, key)).status).toBe(404);
  });

  it('is mailed again with its link when the buyer or the team sends the order’s mails again', async () => {
    const { id, holder, order, key } = await giveTicket();
    const sent = listMailsTo(app, holder).length;
    await app.call('POST /orders/:number/resend', {
      token: organiser.token,
      params: { number: order.number },
    });
    await runOrderMails(app);
    expect(listMailsTo(app, holder)).toHaveLength(sent + 1);
    expect(readKey(holder)).toBe(key);
    expect((await read(id, readKey(holder))).status).toBe(200);
  });

  it('shows its holder no codes after it was cancelled', async () => {
    const { id, key } = await giveTicket();
    expect((await cancel(id)).status).toBe(200);
    expect((await read(id, key)).body.ticket).toMatchObject({
      status: 'cancelled',
      ticket_code: null,
      short_code: null,
    });
    expect(JSON.parse((await print(id, key)).body)).toMatchObject({ code: 'ticket_cancelled' });
  });
});
