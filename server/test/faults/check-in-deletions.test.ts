import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { deleteOwnAccount, makeEvent, makeMember, makeOrganiser } from '../factories.ts';
import { findOnlyType, placeOrder } from '../orders.ts';
import { refundOrder, sellOrder } from '../paid-orders.ts';
import { lockRow, runDuringLock, waitUntilLocked } from './locks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterAll(() => app.close());

/** Makes a free event, whose team admin has an order of two tickets. */
async function makeOwnTickets() {
  const { teamId, token } = await makeOrganiser(app);
  const user = await makeMember(app, teamId, 'team_admin');
  const { id: eventId } = await makeEvent(app, { price: 0 }, { token });
  const items = [{ ticket_type_id: await findOnlyType(app, eventId), quantity: 2 }];
  const { tickets, number } = await placeOrder(app, { event_id: eventId, items }, user);
  const [first = 0, second = 0] = tickets.map(({ id }) => id);
  const { id: orderId } = await app.db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  return { teamId, user, orderId, first, second, ...makeRequests(user) };
}

function makeRequests(user: { id: number; token: string }) {
  const { token } = user;
  return {
    use: (codeOrId: number) => app.call('POST /tickets/use/:codeOrId', { token, params: { codeOrId } }),
    useOrder: (codeOrId: number) =>
      app.call('POST /tickets/use/:codeOrId/order', { token, params: { codeOrId } }),
    change: (id: number, status: 'valid' | 'cancelled') =>
      app.call('PATCH /tickets/:id', { token, params: { id }, body: { status } }),
    remove: (id: number) => app.call('DELETE /tickets/:id', { token, params: { id } }),
    removal: () => deleteOwnAccount(app, user),
  };
}

describe('the deletion of the account of a team admin', () => {
  it('never deadlocks with the check-in of their own ticket', async () => {
    const { first, use, removal } = await makeOwnTickets();
    const statuses = await runDuringLock(app, lockRow('tickets', first), [() => use(first), removal]);
    expect(statuses).toEqual([200, 204]);
  });

  it('never deadlocks with the check-in of their own order', async () => {
    const { first, second, useOrder, removal } = await makeOwnTickets();
    const statuses = await runDuringLock(app, lockRow('tickets', second), [() => useOrder(first), removal]);
    expect(statuses).toEqual([200, 204]);
  });

  it('never deadlocks with the undoing of a check-in of their own ticket', async () => {
    const { first, use, change, removal } = await makeOwnTickets();
    await use(first);
    const undo = () => change(first, 'valid');
    expect(await runDuringLock(app, lockRow('tickets', first), [undo, removal])).toEqual([200, 204]);
  });

  it('never deadlocks with the cancellation of a ticket of their own order', async () => {
    const { first, orderId, change, removal } = await makeOwnTickets();
    const cancel = () => change(first, 'cancelled');
    expect(await runDuringLock(app, lockRow('orders', orderId), [removal, cancel])).toEqual([204, 409]);
  });

  it('never deadlocks with the deletion of a refunded ticket that they checked in', async () => {
    const organiser = await makeOrganiser(app);
    const { token } = organiser;
    const { number, ticketIds } = await sellOrder(app, organiser, [9]);
    const [ticketId = 0] = ticketIds;
    const user = await makeMember(app, organiser.teamId, 'team_admin');
    const { use, remove, removal } = makeRequests(user);
    await use(ticketId);
    await refundOrder(app, { token, number }, { cancel_tickets: true });
    const statuses = await runDuringLock(app, lockRow('tickets', ticketId), [
      () => remove(ticketId),
      removal,
    ]);
    expect(statuses).toEqual([204, 204]);
  });

  it('leads to the refusal of a check-in that waits for the deletion', async () => {
    const { teamId, first } = await makeOwnTickets();
    const user = await makeMember(app, teamId, 'team_admin');
    const draft = await makeEvent(app, { status: 'draft' }, user);
    const { use, removal } = makeRequests(user);
    const started = await app.db.transaction().execute(async (tx) => {
      await lockRow('events', draft.id)(tx);
      const removing = removal();
      await waitUntilLocked(app, 1);
      const using = use(first);
      await waitUntilLocked(app, 2);
      return { removing, using };
    });
    expect((await started.removing).status).toBe(204);
    expect((await started.using).status).toBe(401);
    const { status } = await app.db
      .selectFrom('tickets')
      .select('status')
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    expect(status).toBe('valid');
  });
});
