import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { placeOrder, sendOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';
import { expireIdleHoldsPage } from '../orders.holds.service.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

async function publish(seats: number) {
  const { id, typeId } = await organiser.makeSale({ price: 10, max_attendees: seats });
  return { id, typeId, order: { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] } };
}

/**
 * Hides an event directly in the database, so that this process does not notice it, as if another process had done it.
 */
async function hide(id: number, as: 'private' | 'draft') {
  const private_key = randomUUID();
  const change = as === 'draft' ? { status: as } : { is_public: false, private_key };
  await app.db.updateTable('events').set(change).where('id', '=', id).execute();
  return private_key;
}

const notFound = { status: 404, body: { code: 'event_not_found' } };
const soldOut = { status: 409, body: { code: 'event_sold_out' } };

describe('a process with a copy of an event that is up to a second old', () => {
  it('sells again as soon as a hold has expired or a ticket type has got a larger quantity', async () => {
    const { id, typeId, order } = await publish(1);
    const { number } = await placeOrder(app, order);
    expect(await sendOrder(app, order)).toMatchObject(soldOut);
    const hold_expires_at = app.clock.now();
    await app.db.updateTable('orders').set({ hold_expires_at }).where('number', '=', number).execute();
    await expireIdleHoldsPage(app.deps, hold_expires_at);
    await placeOrder(app, order);
    expect(await sendOrder(app, order)).toMatchObject(soldOut);
    await app.db.updateTable('events').set({ max_attendees: 9 }).where('id', '=', id).execute();
    await app.db.updateTable('ticket_types').set({ quantity: 1 }).where('id', '=', typeId).execute();
    expect((await sendOrder(app, order)).body.code).toBe('event_sold_out');
    await app.db.updateTable('ticket_types').set({ quantity: 2 }).where('id', '=', typeId).execute();
    expect((await sendOrder(app, order)).status).toBe(201);
  });

  it('sells no ticket for an event that has just become private, except to people with its key', async () => {
    const { id, order } = await publish(9);
    await placeOrder(app, order);
    const key = await hide(id, 'private');
    const [stranger, invited] = await Promise.all([sendOrder(app, order), sendOrder(app, { ...order, key })]);
    expect(stranger).toMatchObject(notFound);
    expect(invited.status).toBe(201);
    expect((await organiser.listAll(id))[0]).toMatchObject({ sold: 2 });
  });

  it('sells no ticket for an event that has just become a draft', async () => {
    const { id, order } = await publish(9);
    expect((await sendOrder(app, { ...order, expected_total: 1 })).body.code).toBe('price_changed');
    await hide(id, 'draft');
    expect(await sendOrder(app, order)).toMatchObject(notFound);
  });

  it('does not reveal that an event which has just become private is sold out', async () => {
    const { id, order } = await publish(1);
    await placeOrder(app, order);
    expect(await sendOrder(app, order)).toMatchObject(soldOut);
    await hide(id, 'private');
    expect(await sendOrder(app, order)).toMatchObject(notFound);
  });
});
