import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeOrganiser, type TestUser } from '../../../test/factories.ts';
import { payOrder, sellOrder } from '../../../test/paid-orders.ts';
import { placeOrder } from '../../../test/orders.ts';
import { makeOrganiserOfTypes } from '../../../test/ticket-types.ts';
import { readHour } from '../../zoned-time.ts';
import { countFaults } from '../../db/invariants.ts';
import { isDataCheckDue } from './admin.data.rules.ts';
import { checkDataNightly } from './admin.data.service.ts';
import { judgeData } from './admin.system.rules.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  admin = await makeAdmin(app);
});

afterAll(() => app.close());

const hourMs = 3_600_000;

async function readSystem() {
  const { body } = await app.call('GET /admin/system', { token: admin.token });
  return body.checks.find(({ part }) => part === 'data');
}

/** Compares the data although the last comparison was a moment ago. */
async function compareAgain() {
  const checked_at = new Date(app.clock.now().getTime() - 49 * hourMs);
  await app.db.updateTable('data_checks').set({ checked_at }).execute();
  await checkDataNightly(app.deps);
}

/** Makes sales that change every stored count: with a promo code, limits for each buyer, and a refund. */
async function sellEverything() {
  const organiser = await makeOrganiserOfTypes(app);
  const { id, typeId } = await organiser.makeSale({ price: 10 });
  await organiser.change(id, typeId, { max_per_buyer: 4 });
  await app.call('POST /events/:id/promo-codes', {
    token: organiser.token,
    params: { id },
    body: { code: 'SPRING', kind: 'percent', percent: 10, max_per_buyer: 2 },
  });
  const items = [{ ticket_type_id: typeId, quantity: 2 }];
  await placeOrder(app, { event_id: id, items, promo_code: 'SPRING' });
  await sellOrder(app, await makeOrganiser(app), [10]);
  const { number } = await placeOrder(app, { event_id: id, items });
  await payOrder(app, number);
}

describe('the nightly comparison of the counters', () => {
  it('shows administrators a wrong counter and what to do about it, until the counter is right again', async () => {
    expect(await readSystem()).toMatchObject({ state: 'ok', todo: null });
    await sellEverything();
    await checkDataNightly(app.deps);
    expect(await readSystem()).toMatchObject({
      state: 'ok',
      says: 'All counters agreed with the tickets and payments moments ago.',
    });
    const addToSold = (count: number) =>
      sql`update ticket_types set sold = sold + ${count} where id = (select min(id) from ticket_types)`.execute(
        app.db,
      );
    await addToSold(1);
    await checkDataNightly(app.deps);
    expect(await readSystem()).toMatchObject({ state: 'ok' });
    await compareAgain();
    expect(await readSystem()).toMatchObject({
      state: 'broken',
      says: expect.stringContaining('sold is not the number of held, valid and used tickets') as string,
      todo: expect.stringContaining('npm run check-data') as string,
    });
    await addToSold(-1);
    await compareAgain();
    expect(await readSystem()).toMatchObject({ state: 'ok' });
  });

  it.each([
    ['events', 'seats_taken', 'seats_taken is not'],
    ['ticket_types', 'sold', 'sold is not'],
    ['promo_codes', 'uses', 'the uses of a promo code are not'],
    ['promo_code_buyers', 'uses', 'the uses of a promo code by one buyer'],
    ['buyer_counts', 'tickets', 'what a buyer has of a ticket type'],
    ['payments', 'committed_refund_pence', 'the refunds of a payment do not add up'],
  ])('finds a wrong counter: %s.%s', async (table, column, words) => {
    const add = (count: number) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + ${count}`.execute(app.db);
    await add(1);
    const faults = await countFaults(app.db);
    await add(-1);
    expect(faults).toEqual([
      expect.objectContaining({
        fault: expect.stringContaining(words) as string,
        count: expect.any(Number) as number,
      }),
    ]);
    expect(await countFaults(app.db)).toEqual([]);
  });

  it('finds a guest’s payment whose tickets were cancelled without a refund', async () => {
    const setStatus = (status: 'valid' | 'cancelled') =>
      sql`update tickets set status = ${status} where order_id = (
        select order_id from payments where user_id is null and order_id is not null
      )`.execute(app.db);
    await setStatus('cancelled');
    const faults = (await countFaults(app.db)).map(({ fault }) => fault);
    await setStatus('valid');
    expect(faults).toContainEqual(expect.stringContaining('money is kept'));
  });

  it.each([
    ['never made before', null, '2026-07-01T12:00:00Z', true],
    ['in the night', '2026-06-30T02:10:00Z', '2026-07-01T02:10:00Z', true],
    ['a second time in the same night', '2026-07-01T02:10:00Z', '2026-07-01T02:50:00Z', false],
    ['by day', '2026-06-30T02:10:00Z', '2026-07-01T12:00:00Z', false],
    ['by day, after two nights without a process', '2026-06-29T02:10:00Z', '2026-07-01T12:00:00Z', true],
  ])(
    'is due if it never ran, once each night, and by day after two missed nights: %s',
    (_title, last, time, isDue) => {
      const now = new Date(time);
      const at = { now, hour: readHour(now, 'Europe/London') };
      expect(isDataCheckDue(last === null ? null : new Date(last), at)).toBe(isDue);
    },
  );

  it('is reported to administrators when it has not run for three days', () => {
    const checked_at = new Date('2026-07-01T02:00:00Z');
    const judge = (now: string) => judgeData({ value: { checked_at, faults: [] } }, new Date(now)).state;
    expect([judge('2026-07-03T02:00:00Z'), judge('2026-07-05T02:00:00Z')]).toEqual(['ok', 'notice']);
  });
});
