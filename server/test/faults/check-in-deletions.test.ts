import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { deleteOwnAccount, makeEvent, makeMember, makeOrganiser, type TestUser } from '../factories.ts';
import { findOnlyType, placeOrder } from '../orders.ts';
import { refundOrder, sellOrder } from '../paid-orders.ts';
import { lockRow, runDuringLock, waitUntilLocked } from './locks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
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

const sessionIsGone = { status: 401, body: { code: 'invalid_token' } };

/** Sends a request that waits until the account of its sender is deleted. Returns the answer. */
async function runDuringDeletion<Answer>(user: TestUser, request: () => Promise<Answer>): Promise<Answer> {
  // The deletion waits for this event after it has locked the account.
  const draft = await makeEvent(app, { status: 'draft' }, user);
  const started = await app.db.transaction().execute(async (tx) => {
    await lockRow('events', draft.id)(tx);
    const removing = deleteOwnAccount(app, user);
    await waitUntilLocked(app, 1);
    const asking = request();
    await waitUntilLocked(app, 2);
    return { removing, asking };
  });
  const [removed, answer] = await Promise.all([started.removing, started.asking]);
  expect(removed.status).toBe(204);
  return answer;
}

async function readStatus(ticketId: number) {
  const ticket = app.db.selectFrom('tickets').select('status').where('id', '=', ticketId);
  return (await ticket.executeTakeFirstOrThrow()).status;
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
    const { use } = makeRequests(user);
    expect(await runDuringDeletion(user, () => use(first))).toMatchObject(sessionIsGone);
    expect(await readStatus(first)).toBe('valid');
  });

  it('leads to the refusal of an audited change that waits for the deletion', async () => {
    const { teamId, first, use: admit } = await makeOwnTickets();
    await admit(first);
    const user = await makeMember(app, teamId, 'team_admin');
    const undo = () => makeRequests(user).change(first, 'valid');
    expect(await runDuringDeletion(user, undo)).toMatchObject(sessionIsGone);
    expect(await readStatus(first)).toBe('used');
  });

  it('leads to the refusal of a new event of the user that waits for the deletion', async () => {
    const { teamId } = await makeOwnTickets();
    const user = await makeMember(app, teamId, 'team_admin');
    const create = () => makeEvent(app, {}, user);
    await expect(runDuringDeletion(user, create)).rejects.toThrow('invalid_token');
  });
});
