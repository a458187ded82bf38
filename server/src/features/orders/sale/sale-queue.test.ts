import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent } from '../../../../test/factories.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import { describeOrder, findOnlyType } from '../../../../test/orders.ts';
import { createSaleQueue } from './sale-queue.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 4 });
});

afterAll(() => app.close());

const here = () => false;

async function makeSale(seats: number) {
  const { id } = await makeEvent(app, { price: 0, max_attendees: seats });
  return { eventId: id, typeId: await findOnlyType(app, id) };
}

/** Loses the answers to this many sales, after the database has sold the orders. */
function loseAnswers(times: number): KyselyPlugin {
  let lost = 0;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const isSale = result.rows.some((row) => 'outcomes' in row);
      if (!isSale || lost === times) return result;
      lost += 1;
      throw new Error('Connection terminated unexpectedly');
    },
  };
}

/** Makes PostgreSQL end the next sale with this error, for example the error of a deadlock. */
async function failNextSale(code: string): Promise<void> {
  await sql`drop sequence if exists sales cascade`.execute(app.db);
  await sql`create sequence sales`.execute(app.db);
  await sql`
    create or replace function fail_first_sale() returns trigger language plpgsql as $$
    begin
      if nextval('sales') = 1 then raise exception using errcode = '${sql.raw(code)}'; end if;
      return null;
    end
    $$`.execute(app.db);
  await sql`create or replace trigger fail_first_sale before insert on orders
    execute function fail_first_sale()`.execute(app.db);
}

async function countOrders(eventId: number): Promise<number> {
  const { orders } = await app.db
    .selectFrom('orders')
    .select((select) => select.fn.countAll<number>().as('orders'))
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return orders;
}

describe('the queue of orders', () => {
  it('sells each order once, and no place twice', async () => {
    const { eventId, typeId } = await makeSale(50);
    const queue = createSaleQueue(app);
    const outcomes = await Promise.all(
      Array.from({ length: 80 }, () => queue.sell(eventId, describeOrder(typeId, 1), here)),
    );
    expect(outcomes.filter((outcome) => 'sold' in outcome)).toHaveLength(50);
    expect(await countOrders(eventId)).toBe(50);
  });

  it('sells the orders of a group one by one if selling them together fails', async () => {
    const { eventId, typeId } = await makeSale(50);
    const queue = createSaleQueue(app);
    const first = describeOrder(typeId, 1);
    // Order numbers are unique, and the third order repeats the number of the first. The group with the third order
    // fails and sells nothing.
    const orders = [first, describeOrder(typeId, 1), describeOrder(typeId, 1, { number: first.number })];
    const outcomes = await Promise.allSettled(orders.map((order) => queue.sell(eventId, order, here)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await countOrders(eventId)).toBe(2);
  });

  it('finds the orders of a group by their keys, and sells none twice, when the answer of the database is lost', async () => {
    const { eventId, typeId } = await makeSale(50);
    const queue = createSaleQueue({ clock: app.clock, db: app.db.withPlugin(loseAnswers(2)) });
    const orders = Array.from({ length: 3 }, () => describeOrder(typeId, 1));
    const outcomes = await Promise.all(orders.map((order) => queue.sell(eventId, order, here)));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ same: true });
    expect(await countOrders(eventId)).toBe(3);
  });

  it('finds a single order by its key when the answer of the database is lost', async () => {
    const { eventId, typeId } = await makeSale(50);
    const queue = createSaleQueue({ clock: app.clock, db: app.db.withPlugin(loseAnswers(Infinity)) });
    const first = describeOrder(typeId, 1);
    // Order numbers are unique, and the third order repeats the number of the first. The second call fails, and its two
    // orders are then sold alone.
    const orders = [first, describeOrder(typeId, 1), describeOrder(typeId, 1, { number: first.number })];
    const outcomes = await Promise.allSettled(orders.map((order) => queue.sell(eventId, order, here)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(await countOrders(eventId)).toBe(2);
  });

  it.each([
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
  ])('tries to sell an order again if the first try ends with %s', async (_, code) => {
    const { eventId, typeId } = await makeSale(50);
    await failNextSale(code);
    const outcome = await createSaleQueue(app).sell(eventId, describeOrder(typeId, 1), here);
    expect(outcome).toHaveProperty('sold');
    expect(await countOrders(eventId)).toBe(1);
  });

  it('drops an order whose buyer has disconnected before its turn', async () => {
    const { eventId, typeId } = await makeSale(50);
    const queue = createSaleQueue(app);
    const first = queue.sell(eventId, describeOrder(typeId, 1), here);
    const left = queue.sell(eventId, describeOrder(typeId, 1), () => true);
    await expect(left).rejects.toMatchObject({ code: 'unavailable' });
    await first;
    expect(await countOrders(eventId)).toBe(1);
  });

  it('sells the orders of other events while one event is locked', async () => {
    const [locked, free] = [await makeSale(50), await makeSale(50)];
    const queue = createSaleQueue(app);
    const waiting = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('events').select('id').where('id', '=', locked.eventId).forUpdate().execute();
      const blocked = queue.sell(locked.eventId, describeOrder(locked.typeId, 1), here);
      const next = queue.sell(locked.eventId, describeOrder(locked.typeId, 1), here);
      await waitUntilLocked(app, 1);
      const sold = Array.from({ length: 5 }, () =>
        queue.sell(free.eventId, describeOrder(free.typeId, 1), here),
      );
      for (const outcome of await Promise.all(sold)) expect(outcome).toHaveProperty('sold');
      return { orders: [blocked, next] };
    });
    for (const outcome of await Promise.all(waiting.orders)) expect(outcome).toHaveProperty('sold');
  });

  it('completes the sale that has begun when the queue is closed, and refuses the waiting orders', async () => {
    const { eventId, typeId } = await makeSale(50);
    const queue = createSaleQueue(app);
    const first = queue.sell(eventId, describeOrder(typeId, 1), here);
    const second = queue.sell(eventId, describeOrder(typeId, 1), here);
    queue.close();
    await expect(second).rejects.toMatchObject({ code: 'unavailable' });
    expect(await first).toHaveProperty('sold');
    await expect(queue.sell(eventId, describeOrder(typeId, 1), here)).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('refuses an order when a thousand orders for the event are waiting', async () => {
    const { eventId, typeId } = await makeSale(2000);
    const queue = createSaleQueue(app);
    const order = describeOrder(typeId, 1);
    const sent = Array.from({ length: 1002 }, () => queue.sell(eventId, order, here));
    await expect(sent.at(-1)).rejects.toMatchObject({ code: 'unavailable' });
    queue.close();
    await Promise.allSettled(sent);
  });
});
