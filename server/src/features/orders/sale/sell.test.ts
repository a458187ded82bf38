import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent } from '../../../../test/factories.ts';
import { describeOrder, findOnlyType } from '../../../../test/orders.ts';
import { sellTogether } from './sell.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterAll(() => app.close());

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
      [
        describeOrder(typeId, 2),
        describeOrder(typeId, 2),
        describeOrder(typeId, 2),
        describeOrder(typeId, 1),
        describeOrder(typeId, 1),
      ],
      app.clock.now(),
    );
    for (const sold of [first, second, fourth]) expect(sold).toHaveProperty('sold');
    expect(third).toMatchObject({ refused: 'not_enough_left', left: 1 });
    expect(fifth).toMatchObject({ refused: 'event_sold_out' });
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('are each refused as a whole if one of their ticket types has too few tickets left', async () => {
    const { eventId, typeId } = await makeSale(10);
    const other = await app.db
      .insertInto('ticket_types')
      .values({ event_id: eventId, name: 'Reduced', price_pence: 0, quantity: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.updateTable('ticket_types').set({ quantity: 2 }).where('id', '=', typeId).execute();
    const item = (type: number, count: number) => ({ type, count, price: 0, is_unlocked: false });
    const mixed = describeOrder(typeId, 4, { items: [item(typeId, 2), item(other.id, 2)] });
    const outcomes = await sellTogether(app.db, eventId, [mixed, describeOrder(typeId, 2)], app.clock.now());
    expect(outcomes[0]).toMatchObject({ refused: 'not_enough_left', left: 1, type: other.id });
    expect(outcomes[1]).toHaveProperty('sold');
  });

  it('are created only once when the same key is sent again, with the same body or with another body', async () => {
    const { eventId, typeId } = await makeSale(5);
    const order = describeOrder(typeId, 1);
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
    const [outcome] = await sellTogether(app.db, eventId, [describeOrder(typeId, 1)], app.clock.now());
    expect(outcome).toMatchObject({ refused: 'stale', type: typeId });
  });
});
