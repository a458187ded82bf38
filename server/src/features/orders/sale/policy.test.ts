import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUser } from '../../../../test/factories.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

type Change = BodyInput<Endpoints['PATCH /events/:id']>;

function change(id: number, body: Change) {
  return app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body });
}

async function order({ id, typeId }: { id: number; typeId: number }, { token }: { token?: string } = {}) {
  const made = await placeOrder(
    app,
    { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] },
    { token },
  );
  const headers = made.key === undefined ? {} : { 'x-order-key': made.key };
  const read = async () =>
    (await app.call('GET /orders/:number', { token, headers, params: { number: made.number } })).body.order;
  return { made, read };
}

function daysBefore(start: string, days: number) {
  return new Date(new Date(start).getTime() - days * 24 * 3_600_000).toISOString();
}

describe('the deadline of an event for cancellations by buyers', () => {
  it('is not set at first, and can be set and removed in a draft', async () => {
    const { id } = await organiser.makeSale({ status: 'draft' });
    const read = async () =>
      (await app.call('GET /events/:id/draft', { token: organiser.token, params: { id } })).body.event;
    expect(await read()).toMatchObject({ refund_days: null, allows_transfers: true });
    expect((await change(id, { refund_days: 365, allows_transfers: false })).body.event.refund_days).toBe(
      365,
    );
    expect(await read()).toMatchObject({ refund_days: 365, allows_transfers: false });
    await change(id, { refund_days: null });
    expect((await read()).refund_days).toBeNull();
  });

  it('stays as it was for earlier orders when the team changes the deadline', async () => {
    const sale = await organiser.makeSale({ price: 10, startsIn: 30 * 24, refund_days: 7 });
    const early = await order(sale);
    await change(sale.id, { refund_days: null });
    const late = await order(sale);
    const start = early.made.event.start_time;
    expect(early.made.cancel_until).toBe(daysBefore(start, 7));
    expect((await early.read()).cancel_until).toBe(daysBefore(start, 7));
    expect((await late.read()).cancel_until).toBeNull();
  });

  it('stays as it was for earlier orders of the older API when the team changes the deadline', async () => {
    const { id } = await organiser.makeSale({ price: 10, refund_days: 1 });
    await organiser.register(id);
    await change(id, { refund_days: 14 });
    const orders = app.db.selectFrom('orders').select('refund_days').where('event_id', '=', id);
    expect(await orders.execute()).toEqual([{ refund_days: 1 }]);
  });

  it('moves when the event gets another start time, and never applies to free orders', async () => {
    const sale = await organiser.makeSale({ price: 10, startsIn: 30 * 24, refund_days: 0 });
    const paid = await order(sale);
    const { start_time } = await organiser.readEvent(sale.id);
    const later = daysBefore(start_time, -1);
    await change(sale.id, { start_time: later, end_time: daysBefore(later, -1) });
    expect((await paid.read()).cancel_until).toBe(later);
    const free = await order(await organiser.makeSale({ price: 0, refund_days: 7 }));
    expect(free.made.cancel_until).toBeNull();
  });
});

describe('the answer about an order', () => {
  it('still describes the event after the event has become private', async () => {
    const sale = await organiser.makeSale({ price: 10, category: 'Art' });
    const { made, read } = await order(sale, await makeUser(app));
    const { title, start_time, end_time, location, category } = await organiser.readEvent(sale.id);
    const facts = { id: sale.id, title, start_time, end_time, location, category, status: 'published' };
    expect(made).toMatchObject({ allows_transfers: true, event: { ...facts, is_public: true } });
    await change(sale.id, { is_public: false, allows_transfers: false });
    expect(await read()).toMatchObject({ allows_transfers: false, event: { ...facts, is_public: false } });
  });
});
