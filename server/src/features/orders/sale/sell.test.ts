import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent } from '../../../../test/factories.ts';
import { findOnlyType } from '../../../../test/orders.ts';
import { sellTogether, type WantedOrder } from './sell.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterAll(() => app.close());

/** Describes an order of free tickets. */
function want(typeId: number, count: number, fields: Partial<WantedOrder> = {}): WantedOrder {
  const key = randomUUID();
  return {
    number: key.slice(0, 18),
    key_salt: randomUUID(),
    user_id: null,
    buyer_name: 'Mara Ellis',
    buyer_email: 'mara@example.org',
    device_hash: null,
    made_by: null,
    key,
    body_hash: 'aa',
    hold_until: null,
    replaces: null,
    promo_code_id: null,
    promo_terms: null,
    subtotal: 0,
    discount: 0,
    channel: 'web',
    locale: 'en-GB',
    items: [{ type: typeId, count, price: 0, is_unlocked: false }],
    tickets: Array.from({ length: count }, (_, place) => ({
      place: place + 1,
      type: typeId,
      name: 'General admission',
      attendee_name: null,
      attendee_email: null,
      list: 0,
      discount: 0,
      code: randomUUID(),
      short_code: randomUUID().slice(0, 10),
    })),
    ...fields,
  };
}

async function makeSale(seats: number) {
  const { id } = await makeEvent(app, { price: 0, max_attendees: seats });
  return { eventId: id, typeId: await findOnlyType(app, id) };
}

describe('orders that are sold together', () => {
  it('are sold one after the other, and each order gets either all of its tickets or none', async () => {
    const { eventId, typeId } = await makeSale(5);
    const [first, second, third, fourth, fifth] = await sellTogether(
      app.db,
      eventId,
      [want(typeId, 2), want(typeId, 2), want(typeId, 2), want(typeId, 1), want(typeId, 1)],
      app.clock.now(),
    );
    for (const sold of [first, second, fourth]) expect(sold).toHaveProperty('sold');
    expect(third).toMatchObject({ refused: 'not_enough_left', left: 1 });
    expect(fifth).toMatchObject({ refused: 'event_sold_out' });
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('get no ticket of one type when too few tickets of another type are left', async () => {
    const { eventId, typeId } = await makeSale(10);
    const other = await app.db
      .insertInto('ticket_types')
      .values({ event_id: eventId, name: 'Reduced', price_pence: 0, quantity: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.updateTable('ticket_types').set({ quantity: 2 }).where('id', '=', typeId).execute();
    const item = (type: number, count: number) => ({ type, count, price: 0, is_unlocked: false });
    const mixed = want(typeId, 4, { items: [item(typeId, 2), item(other.id, 2)] });
    const outcomes = await sellTogether(app.db, eventId, [mixed, want(typeId, 2)], app.clock.now());
    expect(outcomes[0]).toMatchObject({ refused: 'not_enough_left', left: 1, type: other.id });
    expect(outcomes[1]).toHaveProperty('sold');
  });

  it('are created only once when the same key is sent again, with the same body or with another body', async () => {
    const { eventId, typeId } = await makeSale(5);
    const order = want(typeId, 1);
    const sameKey = { ...order, number: 'another', body_hash: 'bb' };
    const sent = [order, { ...order, number: 'again' }, sameKey];
    const [first, second, third] = await sellTogether(app.db, eventId, sent, app.clock.now());
    expect(first).toHaveProperty('sold');
    expect(second).toEqual({ known: first && 'sold' in first ? first.sold : 0, same: true });
    expect(third).toMatchObject({ same: false });
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('are refused when the price of a ticket type has changed since the order was priced', async () => {
    const { eventId, typeId } = await makeSale(5);
    await app.db.updateTable('ticket_types').set({ price_pence: 500 }).where('id', '=', typeId).execute();
    const [outcome] = await sellTogether(app.db, eventId, [want(typeId, 1)], app.clock.now());
    expect(outcome).toMatchObject({ refused: 'stale', type: typeId });
  });
});
