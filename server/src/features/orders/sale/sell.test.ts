import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent } from '../../../../test/factories.ts';
import { describeOrder, findOnlyType } from '../../../../test/orders.ts';
import { sellTogether, type WantedOrder } from './sell.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterAll(() => app.close());

async function makeSale(seats: number) {
  const { id } = await makeEvent(app, { price: 0, max_attendees: seats });
  return { eventId: id, typeId: await findOnlyType(app, id) };
}

function sell(eventId: number, orders: readonly WantedOrder[]) {
  return sellTogether(
    app.db,
    orders.map((order) => ({ eventId, order })),
    app.clock.now(),
  );
}

describe('orders that are sold together', () => {
  it('are sold one after the other, and each order gets either all of its tickets or none', async () => {
    const { eventId, typeId } = await makeSale(5);
    const [first, second, third, fourth, fifth] = await sell(eventId, [
      describeOrder(typeId, 2),
      describeOrder(typeId, 2),
      describeOrder(typeId, 2),
      describeOrder(typeId, 1),
      describeOrder(typeId, 1),
    ]);
    for (const sold of [first, second, fourth]) expect(sold).toHaveProperty('sold');
    expect(third).toMatchObject({ refused: 'not_enough_left', left: 1 });
    expect(fifth).toMatchObject({ refused: 'event_sold_out' });
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('do not fail when one of them needs more tickets of a type than are left', async () => {
    const { eventId, typeId } = await makeSale(10);
    const other = await app.db
      .insertInto('ticket_types')
      .values({ event_id: eventId, name: 'Reduced', price_pence: 0, quantity: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.updateTable('ticket_types').set({ quantity: 2 }).where('id', '=', typeId).execute();
    const item = (type: number, count: number) => ({ type, count, price: 0, is_unlocked: false });
    const mixed = describeOrder(typeId, 4, { items: [item(typeId, 2), item(other.id, 2)] });
    const outcomes = await sell(eventId, [mixed, describeOrder(typeId, 2)]);
    expect(outcomes[0]).toMatchObject({ refused: 'not_enough_left', left: 1, type: other.id });
    expect(outcomes[1]).toHaveProperty('sold');
  });

  it('are created only once when the same key is sent again, with the same body or with another body', async () => {
    const { eventId, typeId } = await makeSale(5);
    const order = describeOrder(typeId, 1);
    const sameKey = { ...order, number: 'another', body_hash: 'bb' };
    const sent = [order, { ...order, number: 'again' }, sameKey];
    const [first, second, third] = await sell(eventId, sent);
    expect(first).toHaveProperty('sold');
    expect(second).toEqual({ known: first && 'sold' in first ? first.sold : 0, same: true });
    expect(third).toMatchObject({ same: false });
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('can be for several events, and each event keeps to its own places, ticket types and idempotency keys', async () => {
    const one = await makeSale(1);
    const other = await makeSale(2);
    const order = describeOrder(one.typeId, 1);
    const outcomes = await sellTogether(
      app.db,
      [
        { eventId: other.eventId, order: describeOrder(other.typeId, 2) },
        { eventId: one.eventId, order },
        { eventId: other.eventId, order: describeOrder(other.typeId, 1) },
        // The type belongs to another event of this call.
        { eventId: one.eventId, order: describeOrder(other.typeId, 1) },
        { eventId: other.eventId, order: { ...describeOrder(other.typeId, 1), key: order.key } },
        { eventId: one.eventId, order: { ...order, number: 'again' } },
        { eventId: 999_999, order: describeOrder(one.typeId, 1) },
      ],
      app.clock.now(),
    );
    const [sold, soldLast, ...others] = outcomes;
    for (const outcome of [sold, soldLast]) expect(outcome).toHaveProperty('sold');
    expect(others).toEqual([
      { refused: 'event_sold_out', type: other.typeId },
      { refused: 'ticket_type_not_found', type: other.typeId },
      { refused: 'event_sold_out', type: other.typeId },
      { known: soldLast && 'sold' in soldLast ? soldLast.sold : 0, same: true },
      { refused: 'event_not_found' },
    ]);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('are refused when the price of a ticket type has changed since the order was priced', async () => {
    const { eventId, typeId } = await makeSale(5);
    await app.db.updateTable('ticket_types').set({ price_pence: 500 }).where('id', '=', typeId).execute();
    const [outcome] = await sell(eventId, [describeOrder(typeId, 1)]);
    expect(outcome).toMatchObject({ refused: 'stale', type: typeId });
  });
});

describe('the look-ups of orders in a sale', () => {
  it('use indexes by key, by account and by device, even if PostgreSQL plans them while there are no orders', async () => {
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef('sell'::regproc) as text`.execute(app.db);
    const lookUps = [...(rows[0]?.text.matchAll(/lateral \(\s*(select[\s\S]*?offset 0)\s*\)/g) ?? [])];
    const used = await app.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const indexes: (string | undefined)[] = [];
      for (const [, lookUp = ''] of lookUps) {
        const { rows: plan } = await sql<{ 'QUERY PLAN': string }>`explain
          select from jsonb_array_elements('[]') asked cross join lateral (${sql.raw(lookUp)}) found`.execute(
          tx,
        );
        indexes.push(/using (\w+)/.exec(plan.map((line) => line['QUERY PLAN']).join('\n'))?.[1]);
      }
      return indexes;
    });
    expect(used).toEqual([
      'orders_idempotency_key',
      'orders_one_hold_per_user',
      'orders_one_hold_per_device',
    ]);
  });
});
