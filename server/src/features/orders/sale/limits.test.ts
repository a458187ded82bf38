import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUser } from '../../../../test/factories.ts';
import { makeDevice, placeOrder, sendOrder } from '../../../../test/orders.ts';
import { logInAgain } from '../../../../test/payments.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

const minuteMs = 60_000;

let app: TestApp;
let organiser: OrganiserOfTypes;
let written = '';

beforeAll(async () => {
  const logTo = { write: (line: string) => void (written += line) };
  app = await startTestApp({
    works: false,
    logTo,
    env: { FOYER_RATE_LIMITS: 'on', LOG_LEVEL: 'trace' },
  });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

describe('the key and the number of an order, and the id of a device,', () => {
  it('appear nowhere in the log', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    const device = 'a-device-that-nobody-may-read';
    const order = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] };
    const { number, key = '' } = await placeOrder(app, order, { device });
    const headers = { 'x-order-key': key };
    await app.call('GET /orders/:number', { params: { number }, headers });
    await app.call('POST /orders/:number/cancel', { params: { number }, headers });
    // Send a request that the server refuses, because refused requests are logged too.
    await app.call('POST /orders/:number/cancel', { params: { number }, headers });
    expect(written).toContain('/api/orders/:number/cancel');
    expect(key).not.toBe('');
    expect(written).not.toContain(key);
    expect(written).not.toContain(device);
    expect(written).not.toContain(number);
  });
});

describe('people at one network address', () => {
  it('cannot try more than thirty unknown promo codes in an hour', async () => {
    const { id } = await organiser.makeSale();
    const guess = (code: string) =>
      app.call('GET /events/:id/ticket-types', { params: { id }, query: { code } });
    for (let tries = 0; tries < 30; tries += 1) expect((await guess(`TRY${tries}`)).status).toBe(200);
    expect((await guess('TRY30')).status).toBe(429);
  });

  it('cannot place more than five free orders in an hour for one mailbox, so that nobody floods a stranger', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0, max_attendees: null });
    const compose = (tag: number) => ({
      event_id: id,
      items: [{ ticket_type_id: typeId, quantity: 1 }],
      // All of these addresses belong to one mailbox.
      buyer: { name: 'Mara Ellis', email: `stranger+${tag}@example.org` },
    });
    for (let times = 0; times < 5; times += 1) await placeOrder(app, compose(times));
    expect((await sendOrder(app, compose(5))).status).toBe(429);
  });

  it('can order free tickets for one mailbox after more than five orders for the mailbox were refused', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0, max_attendees: 1 });
    const items = [{ ticket_type_id: typeId, quantity: 1 }];
    const first = await placeOrder(app, { event_id: id, items });
    const order = { event_id: id, items, buyer: { name: 'Noor Marsh', email: 'noor.marsh@example.org' } };
    for (let times = 0; times < 6; times += 1) {
      // After a second, the process has forgotten the refusal and asks the database again.
      app.clock.advance(1100);
      expect((await sendOrder(app, order)).body.code).toBe('event_sold_out');
    }
    const headers = { 'x-order-key': String(first.key) };
    await app.call('POST /orders/:number/cancel', { params: { number: first.number }, headers });
    await placeOrder(app, order);
  });

  it('can enter at most sixty email addresses of other people an hour in paid guest orders', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 5, max_attendees: null });
    await organiser.change(id, typeId, { max_per_order: 100 });
    const attendees = Array.from({ length: 61 }, (_, n) => ({
      name: 'Ines',
      email: `ines-${n}@example.org`,
    }));
    const items = [{ ticket_type_id: typeId, quantity: 61, attendees }];
    const refused = await sendOrder(app, { event_id: id, items });
    expect(refused.status).toBe(429);
    expect(refused.body.msg).toContain('Leave them out');
  });

  it('cannot have more than sixty open holds, and can open another after one has ended', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 5, max_attendees: null });
    const order = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] };
    const holds = [];
    for (let times = 0; times < 60; times += 1) holds.push(await placeOrder(app, order));
    const refused = await sendOrder(app, order);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.body.msg).toContain('Pay or cancel one.');
    const [first] = holds;
    const headers = { 'x-order-key': String(first?.key) };
    await app.call('POST /orders/:number/cancel', { params: { number: String(first?.number) }, headers });
    const device = makeDevice();
    const last = await placeOrder(app, order, { device });
    app.clock.advance(2 * minuteMs);
    // A hold that replaces another is one of the sixty, and not a further one.
    await placeOrder(app, { ...order, replaces: last.number }, { device });
    // The count starts again, with the holds that are still open.
    app.clock.advance(101 * minuteMs);
    expect((await sendOrder(app, order)).status).toBe(429);
    app.clock.advance(-101 * minuteMs);
  });

  it('can give away, as guests, at most ten free tickets in an hour, and at most two to one mailbox', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0, max_attendees: null });
    await organiser.change(id, typeId, { max_per_order: 20 });
    const items = [{ ticket_type_id: typeId, quantity: 12 }];
    const [order, other] = [
      await placeOrder(app, { event_id: id, items }),
      await placeOrder(app, { event_id: id, items }),
    ];
    const give = async (
      { key, tickets }: typeof order,
      place: number,
      email = `ivo-${place}@example.org`,
    ) => {
      const headers = { 'x-order-key': String(key), 'idempotency-key': randomUUID() };
      const params = { id: tickets[place]?.id ?? 0 };
      const answer = await app.call('POST /tickets/:id/transfer', {
        params,
        headers,
        body: { name: 'Ivo', email },
      });
      return answer.status;
    };
    expect(await give(order, 0, 'ivo+1@example.org')).toBe(200);
    expect(await give(order, 1, 'ivo+2@example.org')).toBe(200);
    expect(await give(order, 2, 'ivo+3@example.org')).toBe(429);
    for (let place = 2; place < 10; place += 1) expect(await give(order, place)).toBe(200);
    expect(await give(other, 0, 'noor@example.org')).toBe(429);
    app.clock.advance(61 * minuteMs);
    // The order has used up its own limit, which lasts a day.
    expect(await give(order, 10)).toBe(429);
    expect(await give(other, 0, 'noor@example.org')).toBe(200);
    app.clock.advance(-61 * minuteMs);
  });
});

describe('one account', () => {
  const order = (event_id: number, ticket_type_id: number, quantity: number) => ({
    event_id,
    items: [{ ticket_type_id, quantity }],
  });

  it('cannot take more than fifty free tickets for an event, and can take others after giving some back', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0, max_attendees: null });
    const user = await makeUser(app);
    const { token } = user;
    const orders = [];
    for (let times = 0; times < 5; times += 1)
      orders.push(await placeOrder(app, order(id, typeId, 10), { token }));
    const refused = await sendOrder(app, order(id, typeId, 1), { token });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_for_buyer', remaining: 0 } });
    expect(refused.body.msg).toContain('ask the organisers');
    const params = { number: String(orders[0]?.number) };
    expect((await app.call('POST /orders/:number/cancel', { token, params })).status).toBe(200);
    await placeOrder(app, order(id, typeId, 10), { token });
    // The limit counts the tickets that the account has, also a day later.
    app.clock.advance(25 * 60 * minuteMs);
    const later = (await logInAgain(app, user)).token;
    expect((await sendOrder(app, order(id, typeId, 1), { token: later })).status).toBe(409);
    app.clock.advance(-25 * 60 * minuteMs);
  });

  it('can take more than fifty free tickets if the organiser allows more per order or per buyer', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0, max_attendees: null });
    const { token } = await makeUser(app);
    await organiser.change(id, typeId, { max_per_order: 70 });
    expect((await sendOrder(app, order(id, typeId, 70), { token })).status).toBe(201);
    await organiser.change(id, typeId, { max_per_buyer: 90 });
    expect((await sendOrder(app, order(id, typeId, 20), { token })).status).toBe(201);
  });
});
