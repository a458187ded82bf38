import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  only,
  type TestUser,
} from '../../../../test/factories.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };
let colleague: TestUser;

beforeAll(async () => {
  app = await startTestApp({ works: false, pool: 10 });
  organiser = await makeOrganiser(app);
  colleague = await makeMember(app, organiser.teamId, 'event_manager');
});

afterAll(() => app.close());

async function listIds(id: number) {
  const { body } = await app.call('GET /events/:id/ticket-types', { token: organiser.token, params: { id } });
  return body.ticket_types.map((type) => type.id);
}

async function makeSale() {
  const { id } = await makeEvent(app, { price: 0 }, organiser);
  return { id, typeId: only(await listIds(id)) };
}

function add(id: number, name: string, { token }: TestUser = organiser) {
  return app.call('POST /events/:id/ticket-types', { token, params: { id }, body: { name, price: 0 } });
}

function change(id: number, typeId: number, body: { quantity?: number; price?: number }) {
  const params = { id, typeId };
  return app.call('PATCH /events/:id/ticket-types/:typeId', { token: organiser.token, params, body });
}

/**
 * Makes both requests wait for the lock on the ticket types, so that they run at the same moment when the lock is
 * released.
 */
async function runTogether<T>(id: number, requests: readonly (() => Promise<T>)[]): Promise<T[]> {
  const running = await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('ticket_types').select('id').where('event_id', '=', id).forUpdate().execute();
    const started = requests.map((request) => request());
    await waitUntilLocked(app, requests.length);
    return started;
  });
  return Promise.all(running);
}

describe('two organisers who change ticket types at the same moment', () => {
  it('cannot delete all ticket types of an event', async () => {
    const { id, typeId } = await makeSale();
    const { body } = await add(id, 'Reduced');
    const remove = (type: number, { token }: TestUser) =>
      app.call('DELETE /events/:id/ticket-types/:typeId', { token, params: { id, typeId: type } });
    const answers = await runTogether(id, [
      () => remove(typeId, organiser),
      () => remove(body.ticket_type.id, colleague),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409]);
    expect(await listIds(id)).toHaveLength(1);
  });

  it('cannot give two ticket types the same name', async () => {
    const { id } = await makeSale();
    const answers = await runTogether(id, [
      () => add(id, 'Reduced', organiser),
      () => add(id, 'REDUCED', colleague),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  });

  it('can add two ticket types, and these get different positions in the list', async () => {
    const { id } = await makeSale();
    const answers = await runTogether(id, [
      () => add(id, 'Reduced', organiser),
      () => add(id, 'Child', colleague),
    ]);
    expect(
      answers.map(({ body }) => body.ticket_type.position).toSorted((one, other) => one - other),
    ).toEqual([1, 2]);
  });
});

describe('a new quantity of a ticket type', () => {
  it('is never smaller than the number of sold tickets, even if a sale happens at the same moment', async () => {
    const { id, typeId } = await makeSale();
    const buy = async () => {
      const { token } = await makeUser(app);
      return () => app.call('POST /events/:id/register', { token, params: { id } });
    };
    const buyers = [await buy(), await buy()];
    const answers = await runTogether<{ status: number }>(id, [
      () => change(id, typeId, { quantity: 1 }),
      ...buyers,
    ]);
    // If the change comes first, the change and one sale succeed. If the sales come first, both sales succeed and the
    // change is refused.
    expect([
      [200, 201, 409],
      [409, 201, 201],
    ]).toContainEqual([
      answers[0]?.status,
      ...answers
        .slice(1)
        .map(({ status }) => status)
        .toSorted((one, other) => one - other),
    ]);
    const { sold, quantity } = await app.db
      .selectFrom('ticket_types')
      .select(['sold', 'quantity'])
      .where('id', '=', typeId)
      .executeTakeFirstOrThrow();
    expect(sold).toBeLessThanOrEqual(quantity ?? Infinity);
  });
});

describe('a request that changes the price', () => {
  const requests: [what: string, send: (id: number, typeId: number) => Promise<{ status: number }>][] = [
    ['a ticket type', (id, typeId) => change(id, typeId, { price: 7 })],
    [
      'an event',
      (id) => app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body: { price: 7 } }),
    ],
  ];

  it.each(requests)('of %s waits for a sale that has locked the ticket type', async (_, send) => {
    const { id, typeId } = await makeSale();
    const running = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('ticket_types').select('id').where('id', '=', typeId).forNoKeyUpdate().execute();
      const sent = send(id, typeId);
      await waitUntilLocked(app, 1);
      // A sale locks the event last. If the request locked the event before the ticket type, the sale and the
      // request would wait for each other (a deadlock), and PostgreSQL would abort one of them.
      await tx.updateTable('events').set({ seats_taken: 1 }).where('id', '=', id).execute();
      await tx.updateTable('ticket_types').set({ sold: 1 }).where('id', '=', typeId).execute();
      return { sent };
    });
    expect((await running.sent).status).toBe(200);
  });

  it.each(requests)('of %s waits until the deletion of the event has finished', async (_, send) => {
    const { id, typeId } = await makeSale();
    const running = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('events').select('id').where('id', '=', id).forUpdate().execute();
      const sent = send(id, typeId);
      await waitUntilLocked(app, 1);
      await tx.deleteFrom('events').where('id', '=', id).execute();
      return { sent };
    });
    expect((await running.sent).status).toBe(404);
  });
});
