import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBrokenInvariants } from '../../../db/invariants.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeUser } from '../../../../test/factories.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';
import { findOnlyType } from '../../../../test/orders.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterAll(() => app.close());

async function makeSale() {
  const { id } = await makeEvent(app, { price: 0 });
  const { token } = await makeUser(app);
  return {
    typeId: await findOnlyType(app, id),
    register: () => app.call('POST /events/:id/register', { token, params: { id } }),
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
