import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { expireIdleHoldsPage } from '../orders.holds.service.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { deleteOwnAccount, makeUser } from '../../../../test/factories.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import { makeDevice, placeOrder, sendOrder } from '../../../../test/orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

type NewCode = BodyInput<Endpoints['POST /events/:id/promo-codes']>;

/** Creates an event with a ticket type of £10 and a hidden one of £4, and a promo code. */
async function makeSaleWithCode(fields: Partial<NewCode> = {}) {
  const { id, typeId: adult } = await organiser.makeSale({ price: 10, max_attendees: null });
  const { body } = await organiser.add(id, { name: 'Friends', price: 4, visibility: 'hidden' });
  const code: NewCode = { code: 'SPRING', kind: 'percent', percent: 20, ...fields };
  const made = await app.call('POST /events/:id/promo-codes', {
    token: organiser.token,
    params: { id },
    body: code,
  });
  if (made.status !== 201) throw new Error(`No code was made: ${JSON.stringify(made.body)}`);
  const order = (quantity: number, typeId = adult) => ({
    event_id: id,
    items: [{ ticket_type_id: typeId, quantity }],
    promo_code: 'spring',
  });
  const readUses = async () => {
    const row = await app.db
      .selectFrom('promo_codes')
      .select('uses')
      .where('id', '=', made.body.promo_code.id)
      .executeTakeFirstOrThrow();
    return row.uses;
  };
  const codeId = made.body.promo_code.id;
  return { id, codeId, adult, hidden: body.ticket_type.id, order, readUses };
}

const unlocking = { kind: 'unlock', percent: undefined } as const;

describe('an order with a promo code', () => {
  it('costs the sum of the list prices less the discount of the code', async () => {
    const { order } = await makeSaleWithCode();
    expect(await placeOrder(app, order(3))).toMatchObject({
      subtotal: 30,
      discount: 6,
      total: 24,
      promo_code: 'SPRING',
      tickets: [{ list_price: 10, discount: 2, price: 8 }, {}, {}],
    });
  });

  it('can contain tickets of a hidden type that only the code unlocks', async () => {
    const { order, hidden } = await makeSaleWithCode(unlocking);
    expect((await placeOrder(app, order(1, hidden))).total).toBe(4);
    const without = { ...order(1, hidden), promo_code: undefined };
    expect(await sendOrder(app, without)).toMatchObject({
      status: 404,
      body: { code: 'ticket_type_not_found' },
    });
  });

  it('is refused when the code does not exist, has ended, or is for other tickets than those in the order', async () => {
    const { order, hidden } = await makeSaleWithCode(unlocking);
    const refused = (code: string) => ({ status: 409, body: { code } });
    expect(await sendOrder(app, { ...order(1), promo_code: 'AUTUMN' })).toMatchObject(
      refused('promo_code_unknown'),
    );
    expect(await sendOrder(app, order(1))).toMatchObject(refused('promo_code_not_for_these'));
    const ended = await makeSaleWithCode({
      ends_at: new Date(app.clock.now().getTime() + 1000).toISOString(),
    });
    app.clock.advance(2000);
    expect(await sendOrder(app, ended.order(1))).toMatchObject(refused('promo_code_ended'));
    expect(hidden).not.toBe(ended.hidden);
  });

  it('is refused when the organiser excludes its ticket type from the code while the order waits', async () => {
    const { id, codeId, hidden, order } = await makeSaleWithCode();
    const buyer = await makeUser(app);
    const sent = await app.db.transaction().execute(async (tx) => {
      await sql`select lock_hold(${id}, ${buyer.id})`.execute(tx);
      const waiting = sendOrder(app, order(1), { token: buyer.token });
      await waitUntilLocked(app, 1);
      const changed = await app.call('PATCH /events/:id/promo-codes/:codeId', {
        token: organiser.token,
        params: { id, codeId },
        body: { ticket_type_ids: [hidden] },
      });
      expect(changed.status).toBe(200);
      return [waiting] as const;
    });
    expect(await sent[0]).toMatchObject({ status: 409, body: { code: 'promo_code_not_for_these' } });
  });
});

describe('the use of a promo code', () => {
  it('is allowed for no more orders than the limit of the code, however many buyers order at the same moment', async () => {
    const { order, readUses } = await makeSaleWithCode({ max_uses: 2 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendOrder(app, order(1))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(answers.filter(({ body }) => body.code === 'promo_code_used_up')).toHaveLength(18);
    expect(await readUses()).toBe(2);
  });

  it('is given back when the hold of the order expires, is cancelled or is replaced', async () => {
    const { order, readUses } = await makeSaleWithCode({ max_uses: 1 });
    const sender = { device: makeDevice() };
    const first = await placeOrder(app, order(1), sender);
    const second = await placeOrder(app, { ...order(2), replaces: first.number }, sender);
    expect(await readUses()).toBe(1);
    const cancelled = await app.call('POST /orders/:number/cancel', {
      params: { number: second.number },
      headers: { 'x-order-key': second.key ?? '' },
    });
    expect(cancelled.body.order).toMatchObject({ status: 'cancelled', hold_expires_at: null });
    expect(await readUses()).toBe(0);
    const { number } = await placeOrder(app, order(1));
    const hold_expires_at = app.clock.now();
    await app.db.updateTable('orders').set({ hold_expires_at }).where('number', '=', number).execute();
    await expireIdleHoldsPage(app.deps, hold_expires_at);
    expect(await readUses()).toBe(0);
  });

  it('is refused after its last use, also in an order that would replace a hold, and the hold stays', async () => {
    const { order, readUses } = await makeSaleWithCode({ max_uses: 1 });
    await placeOrder(app, order(1));
    const sender = { device: makeDevice() };
    const own = await placeOrder(app, { ...order(1), promo_code: undefined }, sender);
    const refused = await sendOrder(app, { ...order(2), replaces: own.number }, sender);
    expect(refused).toMatchObject({ status: 409, body: { code: 'promo_code_used_up' } });
    const kept = await app.call('GET /orders/:number', {
      params: { number: own.number },
      headers: { 'x-order-key': own.key ?? '' },
    });
    expect(kept.body.order.status).toBe('held');
    expect(await readUses()).toBe(1);
  });

  it('is given back when the last ticket of a free order is cancelled, and not before', async () => {
    const { order, readUses } = await makeSaleWithCode({ percent: 100 });
    const { number, key = '', tickets } = await placeOrder(app, order(2));
    const [one, other] = tickets.map(({ id }) => id);
    const cancel = (id = 0) =>
      app.call('POST /orders/:number/cancel', {
        params: { number },
        headers: { 'x-order-key': key },
        body: { ticket_ids: [id] },
      });
    expect((await cancel(one)).body.order).toMatchObject({ status: 'confirmed' });
    expect(await readUses()).toBe(1);
    expect(await cancel(one)).toMatchObject({ status: 409, body: { code: 'ticket_not_live' } });
    expect((await cancel(other)).body.order).toMatchObject({ status: 'cancelled' });
    expect(await readUses()).toBe(0);
    expect(await cancel(other)).toMatchObject({ status: 409, body: { code: 'order_closed' } });
  });

  it('is given back when the account of the buyer is deleted', async () => {
    const { order, readUses } = await makeSaleWithCode({ max_per_buyer: 1 });
    const user = await makeUser(app);
    await placeOrder(app, order(1), { token: user.token });
    expect((await deleteOwnAccount(app, user)).status).toBe(204);
    expect(await readUses()).toBe(0);
    const kept = app.db.selectFrom('promo_code_buyers').select('buyer').where('buyer', '=', user.email);
    expect(await kept.execute()).toEqual([]);
  });
});

describe('a limit per buyer', () => {
  it('counts the uses of a promo code by the email address of the buyer, ignoring case, and leaves out cancelled orders', async () => {
    const { order } = await makeSaleWithCode({ max_per_buyer: 1, percent: 100 });
    const buyer = { name: 'Mara Ellis', email: 'Mara.Limit@example.org' };
    const { number, key = '' } = await placeOrder(app, { ...order(1), buyer });
    const again = () => sendOrder(app, { ...order(1), buyer: { ...buyer, email: 'mara.limit@example.org' } });
    expect(await again()).toMatchObject({ status: 409, body: { code: 'promo_code_used_up' } });
    await app.call('POST /orders/:number/cancel', { params: { number }, headers: { 'x-order-key': key } });
    expect((await again()).status).toBe(201);
  });

  it('counts the tickets of a type by the email address of the buyer, including tickets that were ordered before the limit was set', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    const user = await makeUser(app);
    const order = (quantity: number) => ({ event_id: id, items: [{ ticket_type_id: typeId, quantity }] });
    await placeOrder(app, order(2), { token: user.token });
    await organiser.change(id, typeId, { max_per_buyer: 3 });
    expect(await sendOrder(app, order(2), { token: user.token })).toMatchObject({
      status: 409,
      body: { code: 'too_many_for_buyer', remaining: 1, ticket_type_id: typeId },
    });
    await placeOrder(app, order(1), { token: user.token });
    const older = await app.call('POST /events/:id/register', { token: user.token, params: { id } });
    expect(older).toMatchObject({ status: 409, body: { code: 'already_registered' } });
    await placeOrder(app, order(3));
  });
});

describe('the list of ticket types with a promo code', () => {
  const list = async (id: number, code: string) =>
    (await app.call('GET /events/:id/ticket-types', { params: { id }, query: { code } })).body;

  it('shows what one ticket costs with the code', async () => {
    const { id } = await makeSaleWithCode();
    expect(await list(id, 'Spring')).toMatchObject({
      ticket_types: [{ price: 10, takes_code: true, price_with_code: 8 }],
      promo: { state: 'applied', percent: 20, amount: null },
    });
    expect((await list(id, '')).promo).toBeUndefined();
  });

  it('shows the hidden ticket types that the code unlocks', async () => {
    const { id, adult, hidden } = await makeSaleWithCode(unlocking);
    const { ticket_types, promo } = await list(id, 'SPRING');
    expect(ticket_types).toMatchObject([
      { id: adult, takes_code: false },
      { id: hidden, takes_code: true },
    ]);
    expect(promo).toEqual({ state: 'applied', percent: null, amount: null });
  });

  it('says why the code has no effect', async () => {
    const { id } = await makeSaleWithCode();
    expect((await list(id, 'AUTUMN')).promo).toMatchObject({ state: 'unknown', percent: null });
    const used = await makeSaleWithCode({ max_uses: 1 });
    await placeOrder(app, used.order(1));
    expect((await list(used.id, 'SPRING')).promo).toMatchObject({ state: 'used_up' });
    const { id: other } = await organiser.makeSale({ price: 3 });
    const body = { code: 'LOCKED', kind: 'unlock' } as const;
    await app.call('POST /events/:id/promo-codes', { token: organiser.token, params: { id: other }, body });
    expect((await list(other, 'LOCKED')).promo).toMatchObject({ state: 'not_for_these' });
  });

  it('must not be stored in any cache', async () => {
    const { id } = await makeSaleWithCode();
    const { headers } = await app.call('GET /events/:id/ticket-types', {
      params: { id },
      query: { code: 'SPRING' },
    });
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('the database after the other tests of this file', () => {
  it('keeps every invariant', async () => {
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});
