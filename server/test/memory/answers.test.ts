import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import type { TestDatabase } from '../database/create-database.ts';
import { createTestDatabase } from '../database/database.ts';
import { makeAdmin, makeEvent, makeUser } from '../factories.ts';
import { findOnlyType, placeOrder } from '../orders.ts';
import { createStillClock } from './still-clock.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../ticket-types.ts';

const metricsToken = 'f6c0c1a7d4b84a5f9c3e2b1a0d9e8f70';

let database: TestDatabase;
/** Two processes on one database. The organiser uses the first. */
let one: TestApp;
let two: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  database = await createTestDatabase();
  const env = { METRICS: 'on', METRICS_TOKEN: metricsToken };
  one = await startTestApp({ databaseUrl: database.url, env, clock: createStillClock(), works: false });
  two = await startTestApp({ databaseUrl: database.url, clock: one.clock, works: false });
  organiser = await makeOrganiserOfTypes(one);
});

afterAll(async () => {
  await two.close();
  await one.close();
  await database.drop();
});

const asksForNew = { headers: { 'cache-control': 'no-cache' } };

/** Reads all that visitors see of an event. */
async function readAll(app: TestApp, id: number, options = {}) {
  const addresses = [
    `/api/events/${id}`,
    `/api/events/${id}/availability`,
    `/api/events/${id}/ticket-types`,
    '/api/events?limit=100&sort_by=title',
    '/api/events/upcoming?limit=100',
    `/api/events/team/${organiser.teamId}`,
  ];
  const answers = await Promise.all(addresses.map((url) => app.send('GET', url, options)));
  return answers.map(({ status, body }) => ({ status, body }));
}

async function countHits(app: TestApp): Promise<number> {
  const { body } = await app.send<string>('GET', '/metrics', { token: metricsToken });
  const line = /^foyer_memory_requests_total\{store="answers",result="hit"\} (\d+)$/m.exec(body);
  return Number(line?.[1]);
}

interface Sale {
  id: number;
  typeId: number;
}

const update = (fields: object) => (sale: Sale) =>
  one.call('PATCH /events/:id', { token: organiser.token, params: { id: sale.id }, body: fields });

const changes: { change: string; before?: object; act: (sale: Sale) => Promise<unknown> }[] = [
  { change: 'is published', before: { status: 'draft' }, act: update({ status: 'published' }) },
  { change: 'becomes a draft', act: update({ status: 'draft' }) },
  { change: 'is cancelled', act: update({ status: 'cancelled' }) },
  { change: 'becomes private', act: update({ is_public: false }) },
  { change: 'gets another title', act: update({ title: 'Another title' }) },
  {
    change: 'is deleted',
    act: ({ id }) => one.call('DELETE /events/:id', { token: organiser.token, params: { id } }),
  },
  { change: 'gets another price', act: ({ id, typeId }) => organiser.change(id, typeId, { price: 7.5 }) },
  { change: 'gets another type', act: ({ id }) => organiser.add(id, { name: 'Late entry', price: 5 }) },
  {
    change: 'has its sales paused',
    act: ({ id, typeId }) => organiser.change(id, typeId, { paused: true }),
  },
  {
    change: 'sells its last ticket with an order',
    before: { max_attendees: 1 },
    act: ({ id, typeId }) =>
      placeOrder(one, { event_id: id, items: [{ ticket_type_id: typeId, quantity: 1 }] }),
  },
  {
    change: 'sells its last ticket by the older API',
    before: { max_attendees: 1 },
    act: ({ id }) => organiser.register(id),
  },
];

describe('an event that visitors have just read', () => {
  it.each(changes)(
    'is up to date at once in the process in which it $change, and within a second in another',
    async ({ before = {}, act }) => {
      const { id } = await makeEvent(one, before, organiser);
      const sale = { id, typeId: await findOnlyType(one, id) };
      one.clock.advance(1000);
      for (const app of [one, two, one, two]) await readAll(app, id);
      const old = await readAll(two, id);
      await act(sale);
      const truth = await readAll(two, id, asksForNew);
      expect(truth).not.toEqual(old);
      expect(await readAll(one, id)).toEqual(truth);
      one.clock.advance(1000);
      expect(await readAll(two, id)).toEqual(truth);
    },
  );

  it('shows the new name of its team and of its creator at once', async () => {
    const { id } = await makeEvent(one, {}, organiser);
    await readAll(one, id);
    const team_name = `Team ${id} of friends`;
    await one.call('PATCH /teams/:id', {
      token: organiser.token,
      params: { id: organiser.teamId },
      body: { name: team_name },
    });
    const username = `organiser_${id}`;
    await one.call('PATCH /users/:id', {
      token: organiser.token,
      params: { id: organiser.id },
      body: { username },
    });
    const { body } = await one.call('GET /events/:id', { params: { id } });
    expect(body.event).toMatchObject({ team_name, creator_username: username });
  });

  it('comes from memory, without a statement to the database, until a second has passed', async () => {
    const { id } = await makeEvent(two, {}, organiser);
    await readAll(one, id);
    const hits = await countHits(one);
    await readAll(one, id);
    expect(await countHits(one)).toBe(hits + 6);
    one.clock.advance(1000);
    await readAll(one, id);
    expect(await countHits(one)).toBe(hits + 6);
  });
});

describe('a request that asks for a new answer', () => {
  it.each(['no-cache', 'max-age=0, no-cache', 'no-store'])('gets it: %s', async (value) => {
    const { id } = await makeEvent(one, { title: 'First' }, organiser);
    await readAll(two, id);
    await update({ title: 'Second' })({ id, typeId: 0 });
    const { body, headers } = await two.call('GET /events/:id', {
      params: { id },
      headers: { 'cache-control': value } as never,
    });
    expect(body.event.title).toBe('Second');
    expect(headers['cache-control']).toBe('no-store');
  });
});

describe('what not everybody may see', () => {
  it('never comes from memory when it has a key: the old link of a private event ends at once everywhere', async () => {
    const event = await makeEvent(one, { is_public: false }, organiser);
    const { id } = event;
    const query = { key: String(event.private_key) };
    for (const key of [
      'GET /events/:id',
      'GET /events/:id/availability',
      'GET /events/:id/ticket-types',
    ] as const) {
      const { status, headers } = await two.call(key, { params: { id }, query });
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(headers).not.toHaveProperty('etag');
      expect((await two.call(key, { params: { id } })).status).toBe(404);
    }
    await one.call('POST /events/:id/private-key', { token: organiser.token, params: { id } });
    expect((await two.call('GET /events/:id', { params: { id }, query })).status).toBe(404);
  });

  it('never comes from memory when it is a draft', async () => {
    const { id } = await makeEvent(one, { status: 'draft' }, organiser);
    const own = await one.call('GET /events/:id', { token: organiser.token, params: { id } });
    expect(own.body.event).toMatchObject({ status: 'draft', viewer: { can_edit: true } });
    expect((await one.call('GET /events/:id', { params: { id } })).status).toBe(404);
    const list = await one.call('GET /events/team/:teamId', { params: { teamId: organiser.teamId } });
    expect(list.body.events.map((event) => event.id)).not.toContain(id);
  });

  it('never comes from memory when somebody is signed in', async () => {
    const { id } = await makeEvent(one, {}, organiser);
    const readers = [organiser, await makeUser(one), await makeAdmin(one)];
    const visitor = await one.call('GET /events/:id', { params: { id } });
    for (const { token } of readers) {
      const { headers, body } = await one.call('GET /events/:id', { token, params: { id } });
      expect(body.event.viewer).toMatchObject({ can_edit: token !== readers[1]?.token });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('etag');
    }
    const again = await one.call('GET /events/:id', { params: { id } });
    expect(again.body).toEqual(visitor.body);
    expect(again.body.event).not.toHaveProperty('viewer');
    const wrong = await one.call('GET /events', { token: 'not-a-token' });
    expect(wrong.body.code).toBe('invalid_token');
  });

  it('never comes from memory when it is an answer to a promo code', async () => {
    const { id } = await makeEvent(one, { price: 10 }, organiser);
    const read = () =>
      one.call('GET /events/:id/ticket-types', { params: { id }, query: { code: 'SPRING' } });
    expect((await read()).body.promo).toMatchObject({ state: 'unknown' });
    await two.call('POST /events/:id/promo-codes', {
      token: organiser.token,
      params: { id },
      body: { code: 'SPRING', kind: 'percent', percent: 20 } as never,
    });
    expect((await read()).body.promo).toMatchObject({ state: 'applied' });
  });

  it('is no failure: an event is shown at once when another process publishes it', async () => {
    const { id } = await makeEvent(one, { status: 'draft' }, organiser);
    expect((await two.call('GET /events/:id', { params: { id } })).status).toBe(404);
    await update({ status: 'published' })({ id, typeId: 0 });
    expect((await two.call('GET /events/:id', { params: { id } })).status).toBe(200);
  });
});

describe('the metrics', () => {
  it('count and time the answers from memory like all others', async () => {
    const { id } = await makeEvent(one, {}, organiser);
    const count = async () => {
      const { body } = await one.send<string>('GET', '/metrics', { token: metricsToken });
      const line =
        /^foyer_http_request_seconds_count\{method="GET",route="\/api\/events\/:id",status="200"\} (\d+)$/m;
      return Number(line.exec(body)?.[1]);
    };
    await one.call('GET /events/:id', { params: { id } });
    const before = await count();
    for (let n = 0; n < 3; n += 1) await one.call('GET /events/:id', { params: { id } });
    expect(await count()).toBe(before + 3);
  });

  it('show how the memory is used', async () => {
    await readAll(one, 1);
    const { body: text } = await one.send<string>('GET', '/metrics', { token: metricsToken });
    for (const store of ['answers', 'pages']) {
      expect(text).toMatch(new RegExp(`^foyer_memory_bytes\\{store="${store}"\\} \\d+$`, 'm'));
      expect(text).toMatch(new RegExp(`^foyer_memory_evictions_total\\{store="${store}"\\} 0$`, 'm'));
      expect(text).toMatch(new RegExp(`^foyer_memory_waiting\\{store="${store}"\\} 0$`, 'm'));
      expect(text).toMatch(
        new RegExp(`^foyer_memory_requests_total\\{store="${store}",result="miss"\\} \\d+$`, 'm'),
      );
    }
  });
});
