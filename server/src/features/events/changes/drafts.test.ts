import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  makeAdmin,
  makeEvent,
  makeOrganiser,
  makeUser,
  openCheckout,
  type TestUser,
} from '../../../../test/factories.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';

let app: TestApp;
let organiser: TestUser;

beforeAll(async () => {
  app = await startTestApp({ pool: 20 });
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

const register = ({ token }: TestUser, id: number) =>
  app.call('POST /events/:id/register', { token, params: { id } });

const setBack = (caller: TestUser, id: number) =>
  app.call('PATCH /events/:id', { token: caller.token, params: { id }, body: { status: 'draft' } });

const readEvent = (id: number) =>
  app.db
    .selectFrom('events')
    .select(['status', 'seats_taken'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const refusal = { status: 409, body: { code: 'event_has_attendees' } };

describe('a published event', () => {
  it('can become a draft again while it has no attendees', async () => {
    const event = await makeEvent(app, {}, organiser);
    const guest = await makeUser(app);
    const { body } = await register(guest, event.id);
    await app.call('PATCH /events/registrations/:id/cancel', {
      token: guest.token,
      params: { id: body.registration.id },
    });
    expect(await setBack(organiser, event.id)).toMatchObject({
      status: 200,
      body: { event: { status: 'draft' } },
    });
  });

  it('cannot become a draft when it has attendees, not even at the request of an administrator', async () => {
    const [free, paid] = [await makeEvent(app, {}, organiser), await makeEvent(app, { price: 5 }, organiser)];
    await register(await makeUser(app), free.id);
    await openCheckout(app, await makeUser(app), paid.id);
    for (const event of [free, paid]) {
      expect(await setBack(organiser, event.id)).toMatchObject(refusal);
      expect(await setBack(await makeAdmin(app), event.id)).toMatchObject(refusal);
      expect((await readEvent(event.id)).status).toBe('published');
    }
    const renamed = await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id: free.id },
      body: { title: 'Renamed', status: 'published' },
    });
    expect(renamed.status).toBe(200);
  });

  it('cannot become a draft while somebody has a place, even after the event was cancelled', async () => {
    const event = await makeEvent(app, {}, organiser);
    await register(await makeUser(app), event.id);
    const params = { id: event.id };
    const cancelled = { token: organiser.token, params, body: { status: 'cancelled' as const } };
    expect((await app.call('PATCH /events/:id', cancelled)).status).toBe(200);
    expect(await setBack(organiser, event.id)).toMatchObject(refusal);
    expect((await readEvent(event.id)).status).toBe('cancelled');
  });

  it('never becomes a draft with attendees, even if people register at the same moment', async () => {
    const guests = await Promise.all(Array.from({ length: 4 }, () => makeUser(app)));
    for (let round = 0; round < 6; round += 1) {
      const event = await makeEvent(app, {}, organiser);
      const answers = await Promise.all([
        ...guests.slice(0, 2).map((guest) => register(guest, event.id)),
        setBack(organiser, event.id),
        ...guests.slice(2).map((guest) => register(guest, event.id)),
      ]);
      const made = answers.filter(({ status }) => status === 201).length;
      const { status, seats_taken } = await readEvent(event.id);
      expect(seats_taken).toBe(made);
      expect(status === 'published' || seats_taken === 0).toBe(true);
    }
  });

  it('stays published if somebody who is registering takes a seat just before the change to a draft', async () => {
    const event = await makeEvent(app, {}, organiser);
    let answer: ReturnType<typeof setBack> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await tx.updateTable('events').set({ seats_taken: 1 }).where('id', '=', event.id).execute();
      answer = setBack(organiser, event.id);
      await waitUntilLocked(app, 1);
    });
    expect(await answer).toMatchObject(refusal);
  });
});
