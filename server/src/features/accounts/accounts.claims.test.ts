import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../db/invariants.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeUnverifiedUser,
  makeUser,
  type TestUser,
} from '../../../test/factories.ts';
import { placeOrder, sendOrder } from '../../../test/orders.ts';
import { payOrder } from '../../../test/paid-orders.ts';
import { makeOrganiserOfCodes, type OrganiserOfCodes } from '../../../test/promo-codes.ts';

let app: TestApp;
let organiser: OrganiserOfCodes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfCodes(app);
});

afterAll(() => app.close());

async function orderAsGuest(email: string, sale?: { id: number; typeId: number }) {
  const { id, typeId } = sale ?? (await organiser.makeSale({ price: 0 }));
  const items = [{ ticket_type_id: typeId, quantity: 2 }];
  return placeOrder(app, { event_id: id, items, buyer: { name: 'Mara Ellis', email } });
}

function claim({ id, token }: Pick<TestUser, 'id' | 'token'>) {
  return app.call('POST /users/:id/orders/claim', { token, params: { id } });
}

async function listOrders({ id, token }: Pick<TestUser, 'id' | 'token'>) {
  return (await app.call('GET /users/:id/orders', { token, params: { id } })).body;
}

function readOwner(number: string) {
  return app.db
    .selectFrom('orders')
    .select(['user_id', 'buyer_email'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
}

describe('the orders of a guest who has an account with the same address', () => {
  it('move to the account when the user claims them, and can still be opened with the guest’s key', async () => {
    const user = await makeUser(app);
    const sale = await organiser.makeSale({ price: 8 });
    const paid = await orderAsGuest(user.email.toUpperCase(), sale);
    const { paymentId } = await payOrder(app, paid.number);
    const free = await orderAsGuest(user.email);
    await orderAsGuest('somebody.else@example.org');
    expect(await listOrders(user)).toMatchObject({ orders: [], total_orders: 0, claimable_orders: 2 });

    expect((await claim(user)).body).toEqual({
      status: 'success',
      msg: '2 orders are in your account now',
      claimed: 2,
    });
    expect(await listOrders(user)).toMatchObject({
      orders: [
        { number: free.number, event: { id: free.event_id, status: 'published' } },
        { number: paid.number, total: 16, ticket_count: 2, hold_expires_at: null },
      ],
      claimable_orders: 0,
    });
    const params = { number: paid.number };
    const byKey = { params, headers: { 'x-order-key': paid.key } };
    expect((await app.call('GET /orders/:number', byKey)).status).toBe(200);
    const byAccount = await app.call('GET /orders/:number', { token: user.token, params });
    expect(byAccount.body.order.tickets[0]?.ticket_code).toBeTruthy();
    const payments = await app.call('GET /stripe/payments/:userId', {
      token: user.token,
      params: { userId: user.id },
    });
    expect(payments.body.payments).toMatchObject([{ id: paymentId }]);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'event_id', 'details'])
      .where('action', '=', 'order.claimed')
      .where('actor_id', '=', user.id)
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { actor_id: user.id, event_id: sale.id, details: { order: paid.number } },
      { actor_id: user.id, event_id: free.event_id, details: { order: free.number } },
    ]);
  });

  it('stay with the guest until the user has verified the address', async () => {
    const user = await makeUnverifiedUser(app);
    const order = await orderAsGuest(user.email);
    expect(await listOrders(user)).toMatchObject({ claimable_orders: 0 });
    const refused = await claim(user);
    expect([refused.status, refused.body.code]).toEqual([403, 'email_not_verified']);
    expect((await readOwner(order.number)).user_id).toBeNull();
  });

  it('can be counted and claimed only by the user', async () => {
    const user = await makeUser(app);
    const order = await orderAsGuest(user.email);
    const admin = await makeAdmin(app);
    expect(await listOrders({ id: user.id, token: admin.token })).toMatchObject({ claimable_orders: 0 });
    const refused = await claim({ id: user.id, token: admin.token });
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
    expect((await claim(admin)).body).toMatchObject({ claimed: 0, msg: 'There are no orders to claim' });
    expect((await readOwner(order.number)).user_id).toBeNull();
  });

  it('move to the account only once when the user sends several claims at the same moment', async () => {
    const user = await makeUser(app);
    const sale = await organiser.makeSale({ price: 0 });
    for (let n = 0; n < 3; n += 1) await orderAsGuest(user.email, sale);
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(user)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(answers.reduce((sum, { body }) => sum + body.claimed, 0)).toBe(3);
    const { entries } = await app.db
      .selectFrom('audit_entries')
      .select((select) => select.fn.countAll<number>().as('entries'))
      .where('action', '=', 'order.claimed')
      .where('actor_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(entries).toBe(3);
  });
});

describe('a claim of guest orders', () => {
  it('leaves held orders with the guest until they are paid', async () => {
    const user = await makeUser(app);
    const sale = await organiser.makeSale({ price: 8 });
    const [first, second] = [await orderAsGuest(user.email, sale), await orderAsGuest(user.email, sale)];
    const items = [{ ticket_type_id: sale.typeId, quantity: 1 }];
    const own = await placeOrder(app, { event_id: sale.id, items }, { token: user.token });
    expect((await claim(user)).body).toMatchObject({ claimed: 0 });
    await payOrder(app, first.number);
    expect((await claim(user)).body).toMatchObject({ claimed: 1 });
    expect((await listOrders(user)).orders).toMatchObject([
      { number: own.number, status: 'held' },
      { number: first.number, status: 'confirmed' },
    ]);
    const cancel = { params: { number: second.number }, headers: { 'x-order-key': second.key } };
    expect((await app.call('POST /orders/:number/cancel', cancel)).status).toBe(200);
  });

  it('counts the claimed tickets towards the limit per buyer until their order is cancelled', async () => {
    const user = await makeUser(app);
    const sale = await organiser.makeSale({ price: 0 });
    await organiser.change(sale.id, sale.typeId, { max_per_buyer: 3 });
    const order = await orderAsGuest(user.email.toUpperCase(), sale);
    await claim(user);
    const more = (quantity: number) =>
      sendOrder(
        app,
        { event_id: sale.id, items: [{ ticket_type_id: sale.typeId, quantity }] },
        { token: user.token },
      );
    expect((await more(2)).body).toMatchObject({ code: 'too_many_for_buyer', remaining: 1 });
    const params = { number: order.number };
    expect((await app.call('POST /orders/:number/cancel', { token: user.token, params })).status).toBe(200);
    expect((await more(3)).status).toBe(201);
  });

  it('succeeds even if the order is cancelled at the same moment, and the account gets the cancelled order', async () => {
    for (let n = 0; n < 5; n += 1) {
      const user = await makeUser(app);
      const order = await orderAsGuest(user.email);
      const cancel = { params: { number: order.number }, headers: { 'x-order-key': order.key } };
      const [claimed, cancelled] = await Promise.all([
        claim(user),
        app.call('POST /orders/:number/cancel', cancel),
      ]);
      expect([claimed.status, cancelled.status]).toEqual([200, 200]);
      expect(await listOrders(user)).toMatchObject({ orders: [{ status: 'cancelled' }], total_orders: 1 });
    }
  });

  it('leaves no order with an account that is deleted at the same moment', async () => {
    for (let n = 0; n < 5; n += 1) {
      const user = await makeUser(app);
      const order = await orderAsGuest(user.email);
      const [claimed, deleted] = await Promise.all([claim(user), deleteOwnAccount(app, user)]);
      expect(deleted.status).toBe(204);
      expect([200, 401, 404]).toContain(claimed.status);
      const left = await app.db
        .selectFrom('orders')
        .select(['user_id', 'buyer_email'])
        .where('number', '=', order.number)
        .executeTakeFirst();
      expect(left).toEqual({ user_id: null, buyer_email: claimed.status === 200 ? null : user.email });
    }
  });

  it('breaks no invariant of the database', async () => {
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});
