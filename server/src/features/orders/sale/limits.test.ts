import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { placeOrder, sendOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

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

describe('one network address', () => {
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

  it('cannot open more than sixty holds in half an hour', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 5, max_attendees: null });
    const order = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] };
    for (let times = 0; times < 60; times += 1) await placeOrder(app, order);
    expect((await sendOrder(app, order)).status).toBe(429);
  });
});
