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

function setCapacity(id: number, max_attendees: number | null) {
  return app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body: { max_attendees } });
}

async function register(id: number) {
  const { token } = await makeUser(app);
  return () => app.call('POST /events/:id/register', { token, params: { id } });
}

/** Reads the seats that the event reports, and checks that this number matches the event's active orders. */
async function readSeats(id: number) {
  const { event } = (await app.call('GET /events/:id', { params: { id } })).body;
  const active = await app.db
    .selectFrom('orders')
    .select('id')
    .where('event_id', '=', id)
    .where('status', 'in', ['held', 'confirmed'])
    .execute();
  expect(event.attendee_count).toBe(active.length);
  return { taken: event.attendee_count, capacity: event.max_attendees, left: event.tickets_remaining };
}

describe('the capacity of an event', () => {
  it('can be raised to sell more seats, but cannot be set below the seats taken', async () => {
    const event = await makeEvent(app, { price: 10, max_attendees: 2 }, organiser);
    for (let n = 0; n < 2; n += 1) await openCheckout(app, await makeUser(app), event.id);
    expect((await (await register(event.id))()).body.code).toBe('event_sold_out');
    await setCapacity(event.id, 3);
    expect((await (await register(event.id))()).status).toBe(201);
    expect(await setCapacity(event.id, 2)).toMatchObject({
      status: 409,
      body: { code: 'capacity_below_sold' },
    });
    expect(await readSeats(event.id)).toEqual({ taken: 3, capacity: 3, left: 0 });
    expect((await setCapacity(event.id, null)).status).toBe(200);
    expect(await readSeats(event.id)).toEqual({ taken: 3, capacity: null, left: null });
    expect((await setCapacity(event.id, 3)).status).toBe(200);
  });

  it('never falls below the seats taken when it is lowered while people register', async () => {
    const event = await makeEvent(app, { price: 0, max_attendees: 20 }, organiser);
    const buyers = await Promise.all(Array.from({ length: 20 }, () => register(event.id)));
    const capacities = [5, 12, 8, 15, 3, 9];
    const answers = await Promise.all(
      buyers.flatMap((buy, n) => [
        buy(),
        ...(n % 3 === 0 ? [setCapacity(event.id, capacities[n / 3] ?? 5)] : []),
      ]),
    );
    for (const { status, body } of answers) {
      if (status < 300) continue;
      expect(['event_sold_out', 'capacity_below_sold']).toContain(body.code);
    }
    const { taken, capacity } = await readSeats(event.id);
    expect(taken).toBe(answers.filter(({ status }) => status === 201).length);
    expect(taken).toBeLessThanOrEqual(Number(capacity));
  });
});
