import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sellTogether } from '../../orders/sale/sell.service.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, type TestUser } from '../../../../test/factories.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import { describeOrder, findOnlyType, placeOrder } from '../../../../test/orders.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
});

afterAll(() => app.close());

function registerAt(id: number, { token }: Pick<TestUser, 'token'>) {
  return app.call('POST /events/:id/register', { token, params: { id } });
}

async function makeSale() {
  const { id } = await makeEvent(app, { price: 0 });
  const { token } = await makeUser(app);
  return {
    typeId: await findOnlyType(app, id),
    register: () => registerAt(id, { token }),
    cancel: (registrationId: number) =>
      app.call('PATCH /events/registrations/:id/cancel', { token, params: { id: registrationId } }),
  };
}

/** Sets a limit per buyer while the request waits for the lock of the ticket type. */
async function setLimitDuring<T>(typeId: number, request: () => Promise<T>): Promise<T> {
  const { waiting } = await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('ticket_types').select('id').where('id', '=', typeId).forNoKeyUpdate().execute();
    const started = request();
    await waitUntilLocked(app, 1);
    await tx.updateTable('ticket_types').set({ max_per_buyer: 3 }).where('id', '=', typeId).execute();
    return { waiting: started };
  });
  return waiting;
}

describe('setting a limit per buyer', () => {
  it('counts the ticket of a person who registers at the same moment', async () => {
    const { typeId, register } = await makeSale();
    expect((await setLimitDuring(typeId, register)).status).toBe(201);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('leaves out the ticket of a person who cancels at the same moment', async () => {
    const { typeId, register, cancel } = await makeSale();
    const { id } = (await register()).body.registration;
    expect((await setLimitDuring(typeId, () => cancel(id))).status).toBe(200);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});

/** Makes an event with a limit of nine tickets per buyer. The buyer has one ticket. */
async function makeLimitedSale() {
  const organiser = await makeOrganiser(app);
  const { id } = await makeEvent(app, { price: 0 }, organiser);
  const typeId = await findOnlyType(app, id);
  const setLimit = (max_per_buyer: number | null) =>
    app.call('PATCH /events/:id/ticket-types/:typeId', {
      token: organiser.token,
      params: { id, typeId },
      body: { max_per_buyer },
    });
  await setLimit(9);
  const buyer = await makeUser(app);
  const order = { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] };
  const { number } = await placeOrder(app, order, buyer);
  return { id, typeId, setLimit, buyer, number, newcomer: await makeUser(app) };
}

type Limited = Awaited<ReturnType<typeof makeLimitedSale>>;

/** Sells without the queue of orders, because the queue would repeat a sale that a deadlock ended. */
async function sellAtOnce({ id, typeId, buyer }: Limited) {
  const order = describeOrder(typeId, 1, { user_id: buyer.id, buyer_email: buyer.email });
  const [outcome] = await sellTogether(app.db, [{ eventId: id, order }], app.clock.now());
  return { status: outcome && 'sold' in outcome ? 201 : 409 };
}

describe('removing a limit per buyer', () => {
  const requests: [what: string, send: (sale: Limited) => Promise<{ status: number }>][] = [
    ['orders', sellAtOnce],
    ['registers', ({ id, newcomer }) => registerAt(id, newcomer)],
    [
      'cancels an order',
      ({ number, buyer: { token } }) =>
        app.call('POST /orders/:number/cancel', { token, params: { number }, body: {} }),
    ],
  ];

  it.each(requests)('never deadlocks with a buyer who %s at the same moment', async (_, send) => {
    const sale = await makeLimitedSale();
    const { removal, request } = await app.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('ticket_types')
        .select('id')
        .where('id', '=', sale.typeId)
        .forNoKeyUpdate()
        .execute();
      const removing = sale.setLimit(null);
      await waitUntilLocked(app, 1);
      const sent = send(sale);
      await waitUntilLocked(app, 2);
      return { removal: removing, request: sent };
    });
    expect((await removal).status).toBe(200);
    expect((await request).status).toBeLessThan(300);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });
});
