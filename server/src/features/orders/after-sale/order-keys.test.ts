import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { only } from '../../../../test/factories.ts';
import { readPdf } from '../../../../test/mails/pdf-pages.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

/** Orders two free tickets as a guest. */
async function orderTwo() {
  const { id, typeId } = await organiser.makeSale({ price: 0 });
  const order = await placeOrder(app, { event_id: id, items: [{ ticket_type_id: typeId, quantity: 2 }] });
  const [first, second] = order.tickets;
  if (!first || !second) throw new Error('The order has no two tickets');
  const key = String(order.key);
  const headers = { 'x-order-key': key };
  return { email: String(order.buyer_email), first, second, params: { number: order.number }, headers, key };
}

describe('a ticket of an order as PDF', () => {
  it('is for everybody with the key of the order, but not for people with a wrong key or the key of another order', async () => {
    const { params, headers, first } = await orderTwo();
    const other = await orderTwo();
    const print = (key?: string, id = first.id) =>
      app.app.inject({
        url: `/api/orders/${params.number}/tickets/${id}/pdf`,
        headers: key === undefined ? {} : { 'x-order-key': key },
      });
    const printed = await print(headers['x-order-key']);
    expect([printed.statusCode, printed.headers['content-type']]).toEqual([200, 'application/pdf']);
    const { pages, text } = readPdf(printed.rawPayload);
    expect(pages).toBe(1);
    expect(text.replaceAll('\n', '')).toContain(
      `${first.short_code?.slice(0, 5)} ${first.short_code?.slice(5)}`,
    );
    expect(text).toContain('Mara Ellis');
    for (const key of [undefined, 'x'.repeat(43), other.key]) {
      const refused = await print(key);
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([404, 'order_not_found']);
    }
    const ofOther = await print(headers['x-order-key'], other.first.id);
    expect([ofOther.statusCode, ofOther.json<{ code: string }>().code]).toEqual([404, 'ticket_not_found']);
  });

  it('is refused after the buyer gave the ticket away or cancelled it, and before the order is paid', async () => {
    const { params, headers, first, second } = await orderTwo();
    const print = ({ id }: { id: number }) =>
      app.call('GET /orders/:number/tickets/:id/pdf', { params: { ...params, id }, headers });
    const given = await app.call('POST /tickets/:id/transfer', {
      params: { id: first.id },
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: { name: 'Ivo Marsh', email: 'ivo.prints@example.org' },
    });
    expect(given.status).toBe(200);
    await app.call('POST /orders/:number/cancel', { params, headers, body: { ticket_ids: [second.id] } });
    expect(await print(first)).toMatchObject({ status: 409, body: { code: 'ticket_transferred' } });
    expect(await print(second)).toMatchObject({ status: 409, body: { code: 'ticket_cancelled' } });
    const { id, typeId } = await organiser.makeSale({ price: 10 });
    const held = await placeOrder(app, { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] });
    const unpaid = await app.call('GET /orders/:number/tickets/:id/pdf', {
      params: { number: held.number, id: only(held.tickets).id },
      headers: { 'x-order-key': held.key },
    });
    expect(unpaid).toMatchObject({ status: 409, body: { code: 'order_not_confirmed' } });
  });
});

describe('a new link to an order', () => {
  it('ends the old key, and appears only in the mail to the buyer', async () => {
    const { params, headers, email, key } = await orderTwo();
    const open = (given: string) =>
      app.call('GET /orders/:number', { params, headers: { 'x-order-key': given } });
    const renewed = await app.call('POST /orders/:number/new-link', { params, headers });
    expect(renewed).toMatchObject({ status: 200, body: { msg: 'The new link is on its way to the buyer' } });
    expect((await open(key)).status).toBe(404);
    await runOrderMails(app);
    const { text } = only(listMailsTo(app, { email }, 'A new link to your order'));
    const newKey = /#key=([\w-]+)/.exec(text)?.[1] ?? '';
    expect(JSON.stringify(renewed.body)).not.toContain(newKey);
    expect((await open(newKey)).body.order.number).toBe(params.number);
    const entry = await app.db
      .selectFrom('audit_entries')
      .select(['machine', 'details'])
      .where('action', '=', 'order.link_renewed')
      .where((where) => where(where.ref('details', '->>').key('order'), '=', params.number))
      .executeTakeFirst();
    expect(entry).toEqual({ machine: 'a guest', details: { order: params.number } });
  });

  it('is made once and mailed once when two requests arrive at the same moment', async () => {
    const { params, headers, email } = await orderTwo();
    const answers = await Promise.all(
      [1, 2].map(() => app.call('POST /orders/:number/new-link', { params, headers })),
    );
    expect(answers.map(({ status }) => status)).toContain(200);
    await runOrderMails(app);
    const { text } = only(listMailsTo(app, { email }, 'A new link to your order'));
    const newKey = /#key=([\w-]+)/.exec(text)?.[1];
    const opened = await app.call('GET /orders/:number', { params, headers: { 'x-order-key': newKey } });
    expect(opened.status).toBe(200);
  });
});
