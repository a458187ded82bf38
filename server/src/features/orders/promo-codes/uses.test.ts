import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { only } from '../../../../test/factories.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfCodes, type OrganiserOfCodes } from '../../../../test/promo-codes.ts';

let app: TestApp;
let organiser: OrganiserOfCodes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfCodes(app);
});

afterAll(() => app.close());

function orderWith({ id, typeId }: { id: number; typeId: number }, email?: string) {
  return placeOrder(app, {
    event_id: id,
    items: [{ ticket_type_id: typeId, quantity: 1 }],
    promo_code: 'TENOFF',
    ...(email && { buyer: { name: 'Ana Ruiz', email } }),
  });
}

function cancel({ number, key }: Awaited<ReturnType<typeof orderWith>>) {
  const headers = { 'x-order-key': String(key) };
  return app.call('POST /orders/:number/cancel', { params: { number }, headers });
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
    const sale = await organiser.makeSale({ price: 12 });
    const { id, typeId } = sale;
    const { id: codeId } = await organiser.makeCode(id);
    await orderWith(sale);
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

  it('keeps its value even if its first use happens while the value is being changed', async () => {
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
    const sale = await organiser.makeSale({ price: 12 });
    const { id } = sale;
    const { id: codeId } = await organiser.makeCode(id);
    await orderWith(sale);
    await orderWith(sale);
    const setLimit = (max_uses: number | null) => organiser.changeCode(id, codeId, { max_uses });
    expect(await setLimit(1)).toMatchObject({ status: 409, body: { code: 'limit_below_uses' } });
    expect((await setLimit(2)).body.promo_code).toMatchObject({ uses: 2, max_uses: 2, state: 'used_up' });
    expect((await setLimit(3)).body.promo_code.state).toBe('active');
    expect((await setLimit(null)).body.promo_code.max_uses).toBeNull();
  });

  it('can get a limit per buyer only if no buyer has used it more often already', async () => {
    const sale = await organiser.makeSale({ price: 12, max_attendees: null });
    const { id } = sale;
    const { id: codeId } = await organiser.makeCode(id);
    await cancel(await orderWith(sale, 'Ana@example.org'));
    await orderWith(sale, 'Ana@example.org');
    await orderWith(sale, 'ana@example.org');
    await orderWith(sale, 'ben@example.org');
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

  it('counts its earlier uses towards a limit per buyer that the team sets later', async () => {
    const sale = await organiser.makeSale({ price: 12 });
    const { id: codeId } = await organiser.makeCode(sale.id);
    await orderWith(sale, 'cem@example.org');
    await organiser.changeCode(sale.id, codeId, { max_per_buyer: 1 });
    await expect(orderWith(sale, 'Cem@example.org')).rejects.toThrow('promo_code_used_up');
    await orderWith(sale, 'dana@example.org');
  });

  it('shows how often it was used and how much it took off, not counting cancelled orders', async () => {
    const sale = await organiser.makeSale({ price: 12.5 });
    await organiser.makeCode(sale.id, { percent: 100 });
    await orderWith(sale);
    const cancelled = await orderWith(sale);
    await orderWith(sale);
    const read = async () => only((await organiser.listCodes(sale.id)).promo_codes);
    expect(await read()).toMatchObject({ uses: 3, given_away: 37.5, has_orders: true });
    await cancel(cancelled);
    expect(await read()).toMatchObject({ uses: 2, given_away: 25 });
  });

  it('shows one use and no discount while its only order is unpaid', async () => {
    const sale = await organiser.makeSale({ price: 12 });
    await organiser.makeCode(sale.id);
    await orderWith(sale);
    expect(only((await organiser.listCodes(sale.id)).promo_codes)).toMatchObject({ uses: 1, given_away: 0 });
  });
});
