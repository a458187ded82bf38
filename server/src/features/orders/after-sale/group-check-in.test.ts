import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { countStatements } from '../../../../test/statements.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import type { Actor } from '../../../http/session.ts';
import { checkInOrder } from '../../tickets/tickets.service.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
  organiser = await makeOrganiserOfTypes(app);
});

afterAll(() => app.close());

async function orderTickets(quantity: number) {
  const { id, typeId } = await organiser.makeSale({ price: 0 });
  const order = await placeOrder(app, { event_id: id, items: [{ ticket_type_id: typeId, quantity }] });
  const ids = order.tickets.map((ticket) => ticket.id);
  return {
    ids,
    useOrder: (ticketId: number) =>
      app.call('POST /tickets/use/:codeOrId/order', {
        token: organiser.token,
        params: { codeOrId: ticketId },
      }),
    cancel: (ticket_ids: number[]) =>
      app.call('POST /orders/:number/cancel', {
        params: { number: order.number },
        headers: { 'x-order-key': order.key },
        body: { ticket_ids },
      }),
  };
}

describe('the check-in of a whole order', () => {
  it('answers with the scanned ticket first, and then with the other tickets by id', async () => {
    const { ids, useOrder } = await orderTickets(4);
    const [first, second, scanned, last] = ids;
    const { body } = await useOrder(scanned ?? 0);
    expect(body.tickets.map(({ id, status }) => [id, status])).toEqual(
      [scanned, first, second, last].map((id) => [id, 'used']),
    );
  });

  it('leaves out a ticket that another scanner admits at the same moment', async () => {
    const { ids, useOrder } = await orderTickets(3);
    const [first = 0, second = 0, third = 0] = ids;
    const { using } = await app.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('tickets')
        .set({ status: 'used', used_at: app.clock.now(), used_by: organiser.id })
        .where('id', '=', second)
        .execute();
      const requests = { using: useOrder(first) };
      await waitUntilLocked(app, 1);
      return requests;
    });
    expect((await using).body.tickets.map(({ id }) => id)).toEqual([first, third]);
    expect(await listBrokenInvariants(app.db)).toEqual([]);
  });

  it('never deadlocks with the buyer who cancels tickets of the order', async () => {
    const { ids, useOrder, cancel } = await orderTickets(4);
    const [first = 0, second = 0, third = 0, last = 0] = ids;
    const { cancelling, using } = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('tickets').select('id').where('id', '=', second).forUpdate().execute();
      const started = { cancelling: cancel([first, second, third]) };
      await waitUntilLocked(app, 1);
      const requests = { ...started, using: useOrder(last) };
      await waitUntilLocked(app, 2);
      return requests;
    });
    expect((await cancelling).status).toBe(200);
    expect((await using).body.tickets.map(({ id }) => id)).toEqual([last]);
  });

  it('sends as many statements for ten tickets as for two', async () => {
    const actor = { id: organiser.id, isSiteAdmin: false } as Actor;
    const counts: number[] = [];
    for (const { ids } of [await orderTickets(2), await orderTickets(10)]) {
      counts.push(await countStatements(app, (deps) => checkInOrder(deps, actor, ids[0] ?? 0)));
    }
    expect(counts[1]).toBe(counts[0]);
  });
});
