import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUser } from '../../../../test/factories.ts';
import { makeDevice, placeOrder, sendOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

async function makeConcert(max_attendees: number | null = 20) {
  const { id, typeId: adult } = await organiser.makeSale({ price: 12.5, max_attendees });
  const { body } = await organiser.add(id, { name: 'Reduced', price: 8 });
  return { id, adult, reduced: body.ticket_type.id };
}

describe('an order of a guest', () => {
  it('holds its tickets until it is paid, and the answer contains the key of the order', async () => {
    const { id, adult, reduced } = await makeConcert();
    const { status, body } = await sendOrder(app, {
      event_id: id,
      items: [
        { ticket_type_id: adult, quantity: 2, attendees: [{ name: 'Ivo Marsh', email: 'ivo@example.org' }] },
        { ticket_type_id: reduced, quantity: 1 },
      ],
      buyer: { name: 'Mara Ellis', email: 'mara@example.org' },
      expected_total: 33,
    });
    expect(status).toBe(201);
    expect(body.order).toMatchObject({
      event_id: id,
      status: 'held',
      buyer_name: 'Mara Ellis',
      buyer_email: 'mara@example.org',
      subtotal: 33,
      discount: 0,
      total: 33,
      tickets: [
        {
          type_name: 'General admission',
          attendee_name: 'Ivo Marsh',
          attendee_email: 'ivo@example.org',
          price: 12.5,
        },
        { type_name: 'General admission', attendee_name: 'Mara Ellis', attendee_email: null, status: 'held' },
        { type_name: 'Reduced', ticket_code: null, short_code: null, price: 8 },
      ],
    });
    expect(body.order.hold_expires_at).not.toBeNull();
    const { number, key } = body.order;
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    const open = (headers: { 'x-order-key'?: string }) =>
      app.call('GET /orders/:number', { params: { number: number.toLowerCase() }, headers });
    const { key: _, ...shown } = body.order;
    expect((await open({ 'x-order-key': key })).body.order).toEqual(shown);
    expect((await open({})).status).toBe(404);
    expect((await open({ 'x-order-key': `${key?.slice(0, -2)}AA` })).status).toBe(404);
    expect(await organiser.listAll(id)).toMatchObject([{ sold: 2 }, { sold: 1 }]);
  });

  it('is confirmed at once when it is free, with a code for each ticket', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    const order = await placeOrder(app, { event_id: id, items: [{ ticket_type_id: typeId, quantity: 2 }] });
    expect(order).toMatchObject({ status: 'confirmed', hold_expires_at: null, total: 0 });
    expect(new Set(order.tickets.map((ticket) => ticket.ticket_code)).size).toBe(2);
    expect(order.tickets.every(({ status, short_code }) => status === 'valid' && short_code)).toBe(true);
  });

  it('is refused without a name and an email address, or without a device id', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    const body = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] };
    const headers = { 'idempotency-key': randomUUID() };
    expect(await app.call('POST /orders', { headers, body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'buyer', message: 'Name and email are required' }] },
    });
    const buyer = { name: 'Mara Ellis', email: 'mara@example.org' };
    expect(await app.call('POST /orders', { headers, body: { ...body, buyer } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'x-device-id', message: 'X-Device-Id is required' }] },
    });
  });
});

describe('an order of an account', () => {
  it('always has the email address of the account, and is hidden from other accounts', async () => {
    const user = await makeUser(app);
    const { id, adult } = await makeConcert();
    const body = { event_id: id, items: [{ ticket_type_id: adult, quantity: 1 }] };
    const buyer = { name: 'Mara Ellis', email: 'somebody.else@example.org' };
    const order = await placeOrder(app, { ...body, buyer }, { token: user.token });
    expect(order).toMatchObject({ buyer_name: 'Mara Ellis', buyer_email: user.email });
    expect(order.key).toBeUndefined();
    const params = { number: order.number };
    expect((await app.call('GET /orders/:number', { token: user.token, params })).body.order).toEqual(order);
    const stranger = await makeUser(app);
    expect((await app.call('GET /orders/:number', { token: stranger.token, params })).status).toBe(404);
  });
});

describe('an order that is sent twice with the same key', () => {
  it('is created only once, and is returned again to the same buyer', async () => {
    const { id, adult } = await makeConcert();
    const sender = { device: makeDevice(), key: randomUUID() };
    const body = {
      event_id: id,
      items: [{ ticket_type_id: adult, quantity: 1 }],
      buyer: { name: 'Mara Ellis', email: 'mara@example.org' },
    };
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendOrder(app, body, sender)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.order))).size).toBe(1);
    expect(await organiser.listAll(id)).toMatchObject([{ sold: 1 }, { sold: 0 }]);
    await organiser.change(id, adult, { price: 14 });
    expect((await sendOrder(app, { ...body, expected_total: 12.5 }, { ...sender })).status).toBe(409);
    expect((await sendOrder(app, body, sender)).status).toBe(200);
  });

  it('is refused the second time if the body or the buyer differs from the first time', async () => {
    const { id, adult } = await makeConcert();
    const key = randomUUID();
    const device = makeDevice();
    const body = {
      event_id: id,
      items: [{ ticket_type_id: adult, quantity: 1 }],
      buyer: { name: 'Mara Ellis', email: 'mara@example.org' },
    };
    await placeOrder(app, body, { key, device });
    const refusal = { status: 409, body: { code: 'idempotency_key_reused' } };
    const two = { ...body, items: [{ ticket_type_id: adult, quantity: 2 }] };
    expect(await sendOrder(app, two, { key, device })).toMatchObject(refusal);
    expect(await sendOrder(app, body, { key, device: makeDevice() })).toMatchObject(refusal);
  });
});

describe('places', () => {
  it('are sold to an order only if enough are left for all of its tickets', async () => {
    const { id, adult, reduced } = await makeConcert(5);
    await placeOrder(app, { event_id: id, items: [{ ticket_type_id: adult, quantity: 1 }] });
    const five = {
      event_id: id,
      items: [
        { ticket_type_id: adult, quantity: 3 },
        { ticket_type_id: reduced, quantity: 2 },
      ],
    };
    expect(await sendOrder(app, five)).toMatchObject({
      status: 409,
      body: { code: 'not_enough_left', remaining: 4, msg: 'Only 4 tickets left' },
    });
    await organiser.change(id, reduced, { quantity: 1 });
    const mixed = { event_id: id, items: [{ ticket_type_id: reduced, quantity: 2 }] };
    expect(await sendOrder(app, mixed)).toMatchObject({
      status: 409,
      body: { code: 'not_enough_left', remaining: 1, ticket_type_id: reduced },
    });
    await placeOrder(app, { event_id: id, items: [{ ticket_type_id: adult, quantity: 4 }] });
    expect(await sendOrder(app, mixed)).toMatchObject({ status: 409, body: { code: 'event_sold_out' } });
  });

  it('are never sold to two orders, however many guests order at the same moment', async () => {
    const { id, adult, reduced } = await makeConcert(11);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        sendOrder(app, {
          event_id: id,
          items: [{ ticket_type_id: index % 2 ? adult : reduced, quantity: 2 }],
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await organiser.readEvent(id)).toMatchObject({ tickets_remaining: 1 });
  });
});

describe('an open hold', () => {
  it('blocks a second hold by the same device or account at the event, unless the second order replaces the first', async () => {
    const { id, adult } = await makeConcert(3);
    const item = (quantity: number) => ({ event_id: id, items: [{ ticket_type_id: adult, quantity }] });
    for (const sender of [{ device: makeDevice() }, { token: (await makeUser(app)).token }]) {
      const first = await placeOrder(app, item(2), sender);
      expect(await sendOrder(app, item(1), sender)).toMatchObject({
        status: 409,
        body: { code: 'order_open', order: first.number },
      });
      const refused = await sendOrder(app, { ...item(4), replaces: first.number }, sender);
      expect(refused).toMatchObject({ status: 409, body: { code: 'not_enough_left', remaining: 3 } });
      // The order that replaces the first one can use the first one's two places.
      const second = await placeOrder(app, { ...item(3), replaces: first.number }, sender);
      expect(second.tickets).toHaveLength(3);
      const stolen = { ...item(1), replaces: second.number };
      expect(await sendOrder(app, stolen)).toMatchObject({ status: 404, body: { code: 'order_not_found' } });
      const last = await placeOrder(app, { ...item(1), replaces: second.number }, sender);
      await app.call('POST /orders/:number/cancel', {
        token: 'token' in sender ? sender.token : undefined,
        headers: last.key ? { 'x-order-key': last.key } : {},
        params: { number: last.number },
      });
      expect(await organiser.readEvent(id)).toMatchObject({ tickets_remaining: 3 });
    }
  });
});

describe('a sold-out event', () => {
  it('refuses new orders until a place is freed, but still answers a repeated request with its order', async () => {
    const { id, adult } = await makeConcert(1);
    const order = {
      event_id: id,
      items: [{ ticket_type_id: adult, quantity: 1 }],
      buyer: { name: 'Mara Ellis', email: 'mara@example.org' },
    };
    const sender = { device: makeDevice(), key: randomUUID() };
    const { number, key = '' } = await placeOrder(app, order, sender);
    const refusal = { status: 409, body: { code: 'event_sold_out' } };
    expect(await sendOrder(app, order)).toMatchObject(refusal);
    expect(await sendOrder(app, order)).toMatchObject(refusal);
    expect(await sendOrder(app, order, sender)).toMatchObject({ status: 200, body: { order: { number } } });
    expect(await sendOrder(app, order, { device: sender.device })).toMatchObject({
      status: 409,
      body: { code: 'order_open', order: number },
    });
    await app.call('POST /orders/:number/cancel', { params: { number }, headers: { 'x-order-key': key } });
    expect((await sendOrder(app, order)).status).toBe(201);
  });
});

describe('the price of an order', () => {
  it('must equal the total that the buyer was shown', async () => {
    const { id, adult } = await makeConcert();
    const body = { event_id: id, items: [{ ticket_type_id: adult, quantity: 2 }], expected_total: 20 };
    expect(await sendOrder(app, body)).toMatchObject({
      status: 409,
      body: { code: 'price_changed', total: 25 },
    });
  });
});

describe('the database after the other tests of this file', () => {
  it('keeps every invariant', async () => {
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});
