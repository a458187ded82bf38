import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUser } from '../../../../test/factories.ts';
import { findOnlyType, placeOrder } from '../../../../test/orders.ts';
import { payOrder, refundOrder } from '../../../../test/paid-orders.ts';
import type { Actor } from '../../../http/session.ts';
import { writeOrdersCsv } from './csv.service.ts';
import { makeOrganiserOfCodes, type OrganiserOfCodes } from '../../../../test/promo-codes.ts';

let app: TestApp;
let organiser: OrganiserOfCodes;
let concert: Awaited<ReturnType<typeof sellConcert>>;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfCodes(app);
  concert = await sellConcert();
});

afterAll(() => app.close());

/** Sells three orders for an event with two ticket types, the oldest first. */
async function sellConcert() {
  const { id, typeId: adult } = await organiser.makeSale({ price: 12.5, max_attendees: 50 });
  const reduced = (await organiser.add(id, { name: 'Reduced', price: 8 })).body.ticket_type.id;
  await organiser.makeCode(id);
  const buyer = await makeUser(app);
  const paid = await placeOrder(
    app,
    {
      event_id: id,
      items: [
        { ticket_type_id: adult, quantity: 2, attendees: [{ name: 'José Álvarez', email: 'j@example.net' }] },
        { ticket_type_id: reduced, quantity: 1 },
      ],
      promo_code: 'TENOFF',
    },
    { token: buyer.token },
  );
  await payOrder(app, paid.number);
  const held = await placeOrder(app, {
    event_id: id,
    items: [{ ticket_type_id: reduced, quantity: 1 }],
    buyer: { name: '=Ivo "the door" Marsh', email: 'ivo.marsh@example.org' },
  });
  const cancelled = await placeOrder(app, {
    event_id: id,
    items: [{ ticket_type_id: reduced, quantity: 1 }],
  });
  const headers = { 'x-order-key': cancelled.key };
  await app.call('POST /orders/:number/cancel', { params: { number: cancelled.number }, headers });
  return { id, adult, reduced, buyer, paid, held, cancelled };
}

type Query = Record<string, string | number>;

function writeQuery(query: Query) {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

function list(query: Query = {}, id = concert.id) {
  return app.call('GET /events/:id/orders', {
    token: organiser.token,
    params: { id },
    query: writeQuery(query),
  });
}

async function find(query: Query) {
  return (await list(query)).body.orders.map(({ number }) => number);
}

function exportCsv(query: Query = {}) {
  const request = { token: organiser.token, params: { id: concert.id }, query: writeQuery(query) };
  return app.call('GET /events/:id/orders.csv', request);
}

async function readLines(query: Query = {}) {
  const { body } = await app.send<string>(
    'GET',
    `/api/events/${concert.id}/orders.csv?${new URLSearchParams(writeQuery(query)).toString()}`,
    { token: organiser.token },
  );
  return body.trimEnd().split('\r\n');
}

describe('the orders of an event', () => {
  it('are listed newest first, with what was ordered, paid and refunded', async () => {
    const { paid, held, cancelled, buyer } = concert;
    await refundOrder(
      app,
      { token: organiser.token, number: paid.number },
      { amount: 5, cancel_tickets: false },
    );
    const { body } = await list();
    expect(body).toMatchObject({ total_orders: 3, total_pages: 1 });
    expect(body.orders.map(({ number }) => number)).toEqual([cancelled.number, held.number, paid.number]);
    expect(body.orders[2]).toEqual({
      number: paid.number,
      status: 'confirmed',
      buyer_name: buyer.username,
      buyer_email: buyer.email,
      placed_at: paid.placed_at,
      ticket_count: 3,
      types: [
        { name: 'General admission', quantity: 2 },
        { name: 'Reduced', quantity: 1 },
      ],
      total: paid.total,
      refunded: 5,
      promo_code: 'TENOFF',
      channel: 'web',
      undelivered: false,
      tickets: paid.tickets.map(({ id, place, attendee_name }) => ({
        id,
        place,
        attendee_name,
        status: 'valid',
      })),
    });
    expect(body.orders[0]).toMatchObject({ status: 'cancelled', ticket_count: 1, refunded: 0 });
  });

  it('come in pages', async () => {
    const { paid, held } = concert;
    expect((await list({ limit: 2, page: 2 })).body).toMatchObject({
      orders: [{ number: paid.number }],
      total_orders: 3,
      total_pages: 2,
    });
    expect((await list({ limit: 1, page: 2 })).body).toMatchObject({
      orders: [{ number: held.number }],
      total_orders: 3,
    });
    expect((await list({ limit: 2, page: 9 })).body).toMatchObject({ orders: [], total_orders: 3 });
    expect((await list({ limit: 1, page: 9, search: 'reduced example' })).body.total_orders).toBe(0);
  });

  it('are found by the beginnings of words in the order number and in names and email addresses', async () => {
    const { paid, held, cancelled, buyer } = concert;
    for (const search of [
      held.number,
      held.number.toLowerCase().slice(0, 6),
      'ivo',
      'MARSH door',
      'ivo.marsh@ex',
    ])
      expect({ search, found: await find({ search }) }).toEqual({ search, found: [held.number] });
    for (const search of ['jose', 'ÁLVAREZ', 'j@example.net', buyer.email])
      expect({ search, found: await find({ search }) }).toEqual({ search, found: [paid.number] });
    expect(await find({ search: 'example' })).toEqual([cancelled.number, held.number, paid.number]);
    for (const search of ['arsh', 'ivo alvarez', "'", '@', '\\', ':* | !ivo', '%'])
      expect({ search, found: await find({ search }) }).toEqual({ search, found: [] });
    expect((await list({ search: 'example', limit: 1, page: 2 })).body).toMatchObject({
      orders: [{ number: held.number }],
      total_orders: 3,
    });
  });

  it('are filtered by status, ticket type and channel', async () => {
    const { paid, held, cancelled, adult, reduced } = concert;
    expect(await find({ status: 'held' })).toEqual([held.number]);
    expect(await find({ status: 'expired' })).toEqual([]);
    expect(await find({ ticket_type_id: adult })).toEqual([paid.number]);
    expect(await find({ ticket_type_id: reduced })).toEqual([cancelled.number, held.number, paid.number]);
    expect(await find({ ticket_type_id: reduced, status: 'confirmed', search: 'jos' })).toEqual([
      paid.number,
    ]);
    expect(await find({ channel: 'older_api' })).toEqual([]);
    const { id } = await organiser.makeSale();
    expect(await find({ ticket_type_id: await findOnlyType(app, id) })).toEqual([]);
  });

  it('hide the email address of a guest if the team registered the guest by username, also from the search', async () => {
    const { id } = await organiser.makeSale();
    const guest = await makeUser(app);
    const added = { token: organiser.token, params: { id }, body: { user_id: guest.id } };
    expect((await app.call('POST /events/:id/register', added)).status).toBe(201);
    const shown = [{ buyer_name: guest.username, buyer_email: null, channel: 'older_api' }];
    expect((await list({}, id)).body.orders).toMatchObject(shown);
    expect((await list({ search: guest.username }, id)).body.orders).toMatchObject(shown);
    expect((await list({ search: guest.email }, id)).body.orders).toEqual([]);
    const number = (await list({}, id)).body.orders[0]?.number ?? '';
    const opened = await app.call('GET /orders/:number', { token: organiser.token, params: { number } });
    expect(opened.body.order).toMatchObject({ buyer_name: guest.username, buyer_email: null });
    const csv = { token: organiser.token, params: { id } };
    expect((await app.call('GET /events/:id/orders.csv', csv)).body).not.toContain(guest.email);
  });
});

describe('the table of orders for spreadsheets', () => {
  it('has one line for each ticket, and no cell that a spreadsheet would run as a formula', async () => {
    const { paid, held } = concert;
    const { headers } = await exportCsv();
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toContain('orders.csv');
    const lines = await readLines();
    expect(lines).toHaveLength(6);
    expect(lines[0]).toBe(
      '\uFEFFOrder,Order status,Ordered,Buyer,Buyer email,Ticket type,Attendee,Attendee email,Ticket status,List price,Discount,Price,Promo code,Sold through,Refunded',
    );
    const ofHeld = lines.filter((line) => line.startsWith(held.number));
    const name = `"'=Ivo ""the door"" Marsh"`;
    expect(ofHeld).toHaveLength(1);
    expect(ofHeld[0]).toContain(
      `,${name},ivo.marsh@example.org,Reduced,${name},,held,8.00,0.00,8.00,,Checkout,0.00`,
    );
    const ofPaid = lines.filter((line) => line.startsWith(paid.number));
    expect(ofPaid).toHaveLength(3);
    expect(ofPaid[0]).toContain(
      ',General admission,José Álvarez,j@example.net,valid,12.50,1.25,11.25,TENOFF,',
    );
  });

  it('has what went back for each ticket', async () => {
    const { paid } = concert;
    const readRefunded = async () => {
      const lines = (await readLines()).filter((line) => line.startsWith(paid.number));
      return lines.map((line) => Number(line.split(',').at(-1)));
    };
    const [first, second, third = 0] = await readRefunded();
    const body = { ticket_ids: [paid.tickets.at(-1)?.id ?? 0], amount: 1.5, cancel_tickets: false };
    await refundOrder(app, { token: organiser.token, number: paid.number }, body);
    expect(await readRefunded()).toEqual([first, second, third + 1.5]);
  });

  it('is read in parts of at most 2,000 tickets, however many tickets an order has', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0, max_attendees: 3000 });
    await organiser.change(id, typeId, { max_per_order: 100 });
    const items = [{ ticket_type_id: typeId, quantity: 100 }];
    await Promise.all(Array.from({ length: 21 }, () => placeOrder(app, { event_id: id, items })));
    const counts: number[] = [];
    const actor = { id: organiser.id, isSiteAdmin: false } as Actor;
    for await (const part of writeOrdersCsv(app.deps, actor, { eventId: id }))
      counts.push(part.split('\r\n').length - 1);
    expect(counts).toEqual([2001, 100]);
  });

  it('has only the orders that match the filters, and only tickets of the chosen type', async () => {
    const { paid, reduced } = concert;
    const lines = await readLines({ status: 'confirmed', ticket_type_id: reduced, search: 'jose' });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^${paid.number},confirmed,.*,Reduced,`));
  });
});
