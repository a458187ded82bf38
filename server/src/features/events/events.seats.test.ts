import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, openCheckout } from '../../../test/factories.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

function setRoom(id: number, max_attendees: number | null) {
  return app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body: { max_attendees } });
}

async function register(id: number) {
  const { token } = await makeUser(app);
  return () => app.call('POST /events/:id/register', { token, params: { id } });
}

/** What the event says, which must be what is registered for it. */
async function readSeats(id: number) {
  const { event } = (await app.call('GET /events/:id', { params: { id } })).body;
  const active = await app.db
    .selectFrom('registrations')
    .select('id')
    .where('event_id', '=', id)
    .where('status', '=', 'registered')
    .execute();
  expect(event.attendee_count).toBe(active.length);
  return { taken: event.attendee_count, room: event.max_attendees, left: event.tickets_remaining };
}

describe('the room of an event', () => {
  it('sells again when it is raised, and never falls under what is taken', async () => {
    const event = await makeEvent(app, { price: 10, max_attendees: 2 }, organiser);
    for (let n = 0; n < 2; n += 1) await openCheckout(app, await makeUser(app), event.id);
    expect((await (await register(event.id))()).body.code).toBe('event_sold_out');
    await setRoom(event.id, 3);
    expect((await (await register(event.id))()).status).toBe(201);
    expect(await setRoom(event.id, 2)).toMatchObject({ status: 409, body: { code: 'capacity_below_sold' } });
    expect(await readSeats(event.id)).toEqual({ taken: 3, room: 3, left: 0 });
    expect((await setRoom(event.id, null)).status).toBe(200);
    expect(await readSeats(event.id)).toEqual({ taken: 3, room: null, left: null });
    expect((await setRoom(event.id, 3)).status).toBe(200);
  });

  it('that is lowered while it sells ends at what was sold or above, and no seat is lost', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 20 }, organiser);
    const buyers = await Promise.all(Array.from({ length: 20 }, () => register(event.id)));
    const rooms = [5, 12, 8, 15, 3, 9];
    const answers = await Promise.all(
      buyers.flatMap((buy, n) => [buy(), ...(n % 3 === 0 ? [setRoom(event.id, rooms[n / 3] ?? 5)] : [])]),
    );
    for (const { status, body } of answers) {
      if (status < 300) continue;
      expect(['event_sold_out', 'capacity_below_sold']).toContain(body.code);
    }
    const { taken, room } = await readSeats(event.id);
    expect(taken).toBe(answers.filter(({ status }) => status === 201).length);
    expect(taken).toBeLessThanOrEqual(Number(room));
  });
});
