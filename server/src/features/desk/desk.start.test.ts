import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashAddress } from '../../mail/mail-stops.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser } from '../../../test/factories.ts';
import { findOnlyType, placeOrder } from '../../../test/orders.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

function readDesk({ token, teamId }: { token: string; teamId: number }) {
  return app.call('GET /teams/:id/desk', { token, params: { id: teamId } });
}

describe('the start of a new team', () => {
  it('counts an order of its own as a try, and one of somebody else as a sign that others know it', async () => {
    const organiser = await makeOrganiser(app);
    const readStart = async () => (await readDesk(organiser)).body.start;
    const start = { has_picture: false, has_description: false, tried: false, reached: false };
    expect(await readStart()).toEqual(start);
    const { id } = await makeEvent(app, { price: 0 }, organiser);
    const items = [{ ticket_type_id: await findOnlyType(app, id), quantity: 1 }];
    const guest = await makeUser(app);
    const given = { token: organiser.token, body: { event_id: id, user_id: guest.id } };
    expect((await app.call('POST /tickets', given)).status).toBe(201);
    expect(await readStart()).toEqual(start);
    await placeOrder(app, { event_id: id, items }, { token: (await makeUser(app)).token });
    expect(await readStart()).toEqual({ ...start, reached: true });
    await placeOrder(app, { event_id: id, items }, { token: organiser.token });
    await app.call('PATCH /teams/:id', {
      token: organiser.token,
      params: { id: organiser.teamId },
      body: { description: 'Jazz by the river' },
    });
    expect(await readStart()).toEqual({ ...start, has_description: true, tried: true, reached: true });
    await makeEvent(app, { startsIn: -48 }, organiser);
    expect(await readStart()).toBeNull();
  });

  it('counts the order of a member as no sign that others know it, but a follower', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, { price: 0 }, organiser);
    const items = [{ ticket_type_id: await findOnlyType(app, id), quantity: 1 }];
    // As a guest, with the address of the account.
    const buyer = { name: 'Ada Quill', email: organiser.email.toUpperCase() };
    await placeOrder(app, { event_id: id, items, buyer });
    const readStart = async () => (await readDesk(organiser)).body.start;
    expect(await readStart()).toMatchObject({ tried: true, reached: false });
    await app.db
      .insertInto('team_followers')
      .values({
        team_id: organiser.teamId,
        email: 'fan@example.org',
        address_hash: hashAddress('fan@example.org'),
        asked_at: app.clock.now(),
        confirmed_at: app.clock.now(),
      })
      .execute();
    expect(await readStart()).toMatchObject({ reached: true });
  });
});
