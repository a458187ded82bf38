import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUser, only } from '../../../../test/factories.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import { makeOrganiserOfCodes, type OrganiserOfCodes } from '../../../../test/promo-codes.ts';

let app: TestApp;
let organiser: OrganiserOfCodes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfCodes(app);
});

afterAll(() => app.close());

/** Registers a new user, and changes the rows of the order as if the user had ordered with this code and discount. */
async function orderWith(codeId: number, eventId: number, discount_pence = 0, buyer?: string) {
  const user = await makeUser(app);
  await organiser.register(eventId, user);
  const { id } = await app.db
    .updateTable('orders')
    .set({
      promo_code_id: codeId,
      subtotal_pence: discount_pence,
      discount_pence,
      buyer_email: buyer ?? user.email,
    })
    .where('event_id', '=', eventId)
    .where('user_id', '=', user.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable('tickets')
    .set({ list_pence: discount_pence, discount_pence })
    .where('order_id', '=', id)
    .execute();
  await app.db
    .updateTable('promo_codes')
    .set((each) => ({ uses: each('uses', '+', 1) }))
    .where('id', '=', codeId)
    .execute();
  return id;
}

describe('a promo code that nobody has used', () => {
  it('may get a new name, a new value and other ticket types', async () => {
    const { id, typeId } = await organiser.makeSale();
    const { id: codeId } = await organiser.makeCode(id);
    const change = { code: 'five', kind: 'amount' as const, amount: 5, ticket_type_ids: [typeId] };
    expect((await organiser.changeCode(id, codeId, change)).body.promo_code).toMatchObject({
      ...change,
      code: 'FIVE',
      percent: null,
    });
    const all = await organiser.changeCode(id, codeId, { ticket_type_ids: [] });
    expect(all.body.promo_code).toMatchObject({ kind: 'amount', amount: 5, ticket_type_ids: [] });
  });

  it('cannot be changed by a request without fields', async () => {
    const { id } = await organiser.makeSale();
    const { id: codeId } = await organiser.makeCode(id);
    expect((await organiser.changeCode(id, codeId, {})).status).toBe(400);
  });
});

describe('a promo code that somebody has used', () => {
  it('cannot get a new name, a new value or other ticket types, but may get a new limit', async () => {
    const { id, typeId } = await organiser.makeSale();
    const { id: codeId } = await organiser.makeCode(id);
    await orderWith(codeId, id);
    const refusal = { status: 409, body: { code: 'promo_code_has_uses' } };
    const changes = [
      { percent: 11 },
      { code: 'OTHER' },
      { kind: 'amount', amount: 5 },
      { ticket_type_ids: [typeId] },
    ];
    for (const change of changes as Parameters<typeof organiser.changeCode>[2][]) {
      expect(await organiser.changeCode(id, codeId, change)).toMatchObject(refusal);
    }
    const kept = { code: 'tenoff', kind: 'percent' as const, percent: 10, ticket_type_ids: [], max_uses: 9 };
    expect((await organiser.changeCode(id, codeId, kept)).body.promo_code).toMatchObject({
      max_uses: 9,
      has_orders: true,
    });
  });

  it('keeps its value even if its first use happens at the same moment as the change', async () => {
    const { id } = await organiser.makeSale();
    const { id: codeId } = await organiser.makeCode(id);
    const change = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('promo_codes').select('id').where('id', '=', codeId).forNoKeyUpdate().execute();
      const changing = organiser.changeCode(id, codeId, { percent: 50 });
      await waitUntilLocked(app, 1);
      await tx.updateTable('promo_codes').set({ uses: 1 }).where('id', '=', codeId).execute();
      return { changing };
    });
    expect(await change.changing).toMatchObject({ status: 409, body: { code: 'promo_code_has_uses' } });
  });

  it('cannot get a limit that is lower than the number of its uses', async () => {
    const { id } = await organiser.makeSale();
    const { id: codeId } = await organiser.makeCode(id);
    await orderWith(codeId, id);
    await orderWith(codeId, id);
    const setLimit = (max_uses: number | null) => organiser.changeCode(id, codeId, { max_uses });
    expect(await setLimit(1)).toMatchObject({ status: 409, body: { code: 'limit_below_uses' } });
    expect((await setLimit(2)).body.promo_code).toMatchObject({ uses: 2, max_uses: 2, state: 'used_up' });
    expect((await setLimit(3)).body.promo_code.state).toBe('active');
    expect((await setLimit(null)).body.promo_code.max_uses).toBeNull();
  });

  it('counts the uses so far when it gets a limit per buyer, and cannot get a limit that a buyer has already exceeded', async () => {
    const { id } = await organiser.makeSale({ max_attendees: null });
    const { id: codeId } = await organiser.makeCode(id);
    const ended = await orderWith(codeId, id, 0, 'Ana@example.org');
    await app.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', ended).execute();
    await orderWith(codeId, id, 0, 'Ana@example.org');
    await orderWith(codeId, id, 0, 'ana@example.org');
    await orderWith(codeId, id, 0, 'ben@example.org');
    const setLimit = (max_per_buyer: number | null) => organiser.changeCode(id, codeId, { max_per_buyer });
    expect(await setLimit(1)).toMatchObject({ status: 409, body: { code: 'limit_below_uses' } });
    expect((await setLimit(2)).body.promo_code.max_per_buyer).toBe(2);
    const uses = () =>
      app.db
        .selectFrom('promo_code_buyers')
        .select(['buyer', 'uses'])
        .where('promo_code_id', '=', codeId)
        .orderBy('buyer')
        .execute();
    expect(await uses()).toEqual([
      { buyer: 'ana@example.org', uses: 2 },
      { buyer: 'ben@example.org', uses: 1 },
    ]);
    expect(await setLimit(1)).toMatchObject({ status: 409, body: { code: 'limit_below_uses' } });
    await setLimit(null);
    expect(await uses()).toEqual([]);
  });

  it('tells how often it was used, and how much money it has taken off live tickets', async () => {
    const { id } = await organiser.makeSale();
    const { id: codeId } = await organiser.makeCode(id);
    await orderWith(codeId, id, 150);
    const refunded = await orderWith(codeId, id, 200);
    await orderWith(codeId, id, 1025);
    await app.db
      .updateTable('tickets')
      .set({ status: 'refunded' })
      .where('order_id', '=', refunded)
      .execute();
    expect(only((await organiser.listCodes(id)).promo_codes)).toMatchObject({ uses: 3, given_away: 11.75 });
  });
});
