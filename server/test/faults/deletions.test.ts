import { randomUUID } from 'node:crypto';
import type { Tx } from '../../src/db/connect.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sellTogether, type WantedOrder } from '../../src/features/orders/sale/sell.service.ts';
import { listBrokenInvariants } from '../../src/db/invariants.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { settlePayment } from '../../src/features/payments/payments.service.ts';
import {
  deleteOwnAccount,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  type TestUser,
} from '../factories.ts';
import { askForPage } from '../order-payments.ts';
import { describeOrder, findOnlyType, placeOrder, sendOrder, type Sender } from '../orders.ts';
import { insertPayment, paySession, refundOrder, sellOrder } from '../paid-orders.ts';
import { refundElsewhere, settleMoneyOf } from '../payments.ts';
import { lockRow, runDuringLock, waitUntilBlocked, waitUntilLocked, type Request } from './locks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
});

afterAll(() => app.close());

async function makeSale(price = 0) {
  const organiser = await makeOrganiser(app);
  const { token, teamId } = organiser;
  const { id } = await makeEvent(app, { price }, organiser);
  const typeId = await findOnlyType(app, id);
  const order = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] };
  return {
    eventId: id,
    typeId,
    organiser,
    place: (sender?: Sender) => placeOrder(app, order, sender),
    send: (sender?: Sender, replaces?: string) => sendOrder(app, { ...order, replaces }, sender),
    deleteEvent: () => app.call('DELETE /events/:id', { token, params: { id } }),
    deleteTeam: () => app.call('DELETE /teams/:id', { token, params: { id: teamId } }),
  };
}

/**
 * Sells without the queue of orders, which would repeat a sale that a deadlock ended. Returns 201, or the reason why
 * the sale was refused.
 */
async function sellAtOnce(eventId: number, order: WantedOrder) {
  const [outcome] = await sellTogether(app.db, [{ eventId, order }], app.clock.now()).catch(
    ({ code, constraint }: { code: string; constraint?: string }) => [{ refused: constraint ?? code }],
  );
  return { status: outcome && 'refused' in outcome ? outcome.refused : 201 };
}

const runDuring = (lock: (tx: Tx) => Promise<unknown>, requests: [Request, Request]) =>
  runDuringLock(app, lock, requests);

describe('the deletion of a team', () => {
  it('never deadlocks with a sale of the team’s event', async () => {
    const { eventId, typeId, organiser, deleteTeam } = await makeSale();
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    const sell = () => sellAtOnce(eventId, describeOrder(typeId, 1));
    expect(await runDuring(lockRow('events', draft.id), [deleteTeam, sell])).toEqual([204, 201]);
  });

  it('never deadlocks with a buyer who cancels an order for the team’s event', async () => {
    const { eventId, place, deleteTeam } = await makeSale();
    const { token } = await makeUser(app);
    const { number } = await place({ token });
    const cancel = () => app.call('POST /orders/:number/cancel', { token, params: { number }, body: {} });
    expect(await runDuring(lockRow('events', eventId), [deleteTeam, cancel])).toEqual([204, 200]);
  });
});

describe('the deletion of an event', () => {
  it('never deadlocks with a sale of the event', async () => {
    const { typeId, send, deleteEvent } = await makeSale();
    expect(await runDuring(lockRow('ticket_types', typeId), [send, deleteEvent])).toEqual([201, 204]);
  });
});

describe('the deletion of an account', () => {
  async function makeHold() {
    const sale = await makeSale(9);
    const user = await makeOrganiser(app);
    const { number } = await sale.place(user);
    const { id } = await app.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return { ...sale, user, number, id, removal: () => deleteOwnAccount(app, user) };
  }

  function describeHold(typeId: number, fields: Partial<WantedOrder>): WantedOrder {
    const order = describeOrder(typeId, 1, fields);
    const items = order.items.map((item) => ({ ...item, price: 900 }));
    const tickets = order.tickets.map((ticket) => ({ ...ticket, list: 900, code: null, short_code: null }));
    return { ...order, items, tickets, subtotal: 900, hold_until: '2099-01-01T00:00:00Z' };
  }

  /**
   * Stops the deletion after its last lock, and then starts the other request. `meanwhile` runs `removal` and changes
   * what the user has bought before the account is locked.
   */
  async function runAfterLocks<Answer>(
    user: TestUser,
    meanwhile: () => Promise<{ removing: ReturnType<Request> }>,
    request: () => Promise<Answer>,
  ) {
    const draft = await makeEvent(app, { status: 'draft' }, user);
    const started = await app.db.transaction().execute(async (tx) => {
      await lockRow('events', draft.id)(tx);
      const { removing } = await meanwhile();
      await waitUntilBlocked(app, tx);
      const requesting = request();
      await waitUntilLocked(app, 2);
      return { removing, requesting };
    });
    const [removed, answer] = await Promise.all([started.removing, started.requesting]);
    expect(removed.status).toBe(204);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
    return answer;
  }

  it('never deadlocks with an order of the user that replaces a hold', async () => {
    const { id, eventId, typeId, user, removal } = await makeHold();
    const sell = () => sellAtOnce(eventId, describeHold(typeId, { user_id: user.id, replaces: id }));
    const statuses = await runDuring(lockRow('orders', id), [removal, sell]);
    expect(statuses).toEqual([204, 'orders_user_fk']);
  });

  it('leads to the refusal of an order that the user sends at the same moment', async () => {
    const { id, number, user, send, removal } = await makeHold();
    const statuses = await runDuring(lockRow('orders', id), [removal, () => send(user, number)]);
    expect(statuses).toEqual([204, 401]);
  });

  it('returns the money of a payment that the user started at the same moment', async () => {
    const { id, number, user, removal } = await makeHold();
    const payment = { provider_key: randomUUID(), amount_pence: 900 };
    const sessionId = await paySession(app, payment);
    const startPayment = () =>
      app.db.transaction().execute(async (tx) => {
        await lockRow('orders', id)(tx);
        const removing = removal();
        await waitUntilBlocked(app, tx);
        await insertPayment(tx, { number, now: app.clock.now(), ...payment });
        return { removing };
      });
    const settled = await runAfterLocks(user, startPayment, () =>
      settlePayment(app.deps, { kind: 'session', id: sessionId }),
    );
    expect(settled).toMatchObject({ status: 'refund_pending', user_id: null });
  });

  it('closes an order that the user placed at the same moment', async () => {
    const { user, removal } = await makeHold();
    const other = await makeSale(9);
    const order = describeHold(other.typeId, { number: '7QK2M9XWTA', user_id: user.id });
    const placeOther = () =>
      app.db.transaction().execute(async (tx) => {
        await lockRow('ticket_types', other.typeId)(tx);
        const selling = sellAtOnce(other.eventId, order);
        await waitUntilBlocked(app, tx);
        const removing = removal();
        await waitUntilLocked(app, 2);
        return { removing, selling };
      });
    const { status, body } = await runAfterLocks(user, placeOther, () =>
      askForPage(app, { number: order.number, token: user.token }),
    );
    expect({ status, code: 'code' in body && body.code }).toEqual({ status: 409, code: 'order_closed' });
  });

  it('never deadlocks with the return of money that the user asked for', async () => {
    const { teamId } = await makeOrganiser(app);
    const user = await makeMember(app, teamId, 'team_admin');
    const { number, paymentId, sessionId, buyer } = await sellOrder(app, user, [9]);
    await refundOrder(app, { token: user.token, number }, { amount: 1, cancel_tickets: false });
    await refundElsewhere(app, sessionId, 800);
    await app.db.insertInto('payment_customers').values({ user_id: user.id, email: buyer.email }).execute();
    const lockCustomer = (tx: Tx) =>
      tx
        .selectFrom('payment_customers')
        .select('user_id')
        .where('user_id', '=', user.id)
        .forUpdate()
        .execute();
    const settleRefund = async () => ({ status: (await settleMoneyOf(app, paymentId)).status });
    const statuses = await runDuring(lockCustomer, [() => deleteOwnAccount(app, user), settleRefund]);
    expect(statuses).toEqual([204, 'refunded']);
  });
});
