import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { findOnlyType } from '../../../test/orders.ts';
import { makeEvent, makeOrganiser } from '../../../test/factories.ts';

const hour = 3_600_000;
// In New York it is still the day before: Wednesday, November 19, 7:30 PM.
const start = Date.parse('2031-11-20T00:30:00Z');
let now = start;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    env: { TIME_ZONE: 'America/New_York' },
    clock: { now: () => new Date(now), advance: (milliseconds) => void (now += milliseconds) },
  });
});

beforeEach(() => {
  now = start;
});

afterAll(() => app.close());

/** Publishes an event that starts at this time in New York, where it is winter. */
async function publishAt(organiser: { token: string }, time: string, fields: object = {}) {
  const startsIn = (Date.parse(`${time}:00-05:00`) - start) / hour;
  const { id } = await makeEvent(app, { title: time, startsIn, category: 'Music', ...fields }, organiser);
  return id;
}

async function listTitles(query: Record<string, string>) {
  const { body } = await app.call('GET /events', { query: { limit: '100', ...query } });
  return body.events.map(({ title }) => title);
}

describe('a list of the events of some days', () => {
  it('has the rest of today, and Saturday and Sunday of this week, in the time zone of the site', async () => {
    const organiser = await makeOrganiser(app);
    const days = [
      '19T20:00',
      '19T23:59',
      '20T00:00',
      '21T23:59',
      '22T00:00',
      '22T15:00',
      '23T23:59',
      '24T00:00',
    ];
    for (const day of days) await publishAt(organiser, `2031-11-${day}`);
    const list = async (when: string) => (await listTitles({ when })).map((title) => title.slice(8));
    expect(await list('today')).toEqual(['19T20:00', '19T23:59']);
    // What begins on Friday before midnight ends on Saturday.
    expect(await list('weekend')).toEqual(['21T23:59', '22T00:00', '22T15:00', '23T23:59']);
    // On Sunday at noon, what was on Saturday has started.
    now = Date.parse('2031-11-23T12:00:00-05:00');
    expect(await list('weekend')).toEqual(['23T23:59']);
    expect(await list('today')).toEqual(['23T23:59']);
    now = Date.parse('2031-11-24T00:00:00-05:00');
    expect(await list('weekend')).toEqual([]);
  });

  it('is not narrowed by an empty search or an empty category', async () => {
    await publishAt(await makeOrganiser(app), '2031-11-20T18:00');
    const all = (await app.call('GET /events', { query: {} })).body.total_events;
    expect(all).toBeGreaterThan(0);
    for (const name of ['q', 'category']) {
      expect((await app.call('GET /events', { query: { [name]: '' } })).body.total_events).toBe(all);
    }
  });

  it('has at the weekend what begins on Friday and ends later, but not what ends on Friday', async () => {
    const organiser = await makeOrganiser(app);
    const make = (title: string, from: string, until: string) =>
      publishAt(organiser, `2031-11-${from}`, {
        title,
        category: 'Gaming',
        end_time: new Date(`2031-11-${until}:00-05:00`).toISOString(),
      });
    await make('Festival', '21T18:00', '23T12:00');
    await make('Friday only', '21T18:00', '21T23:00');
    expect(await listTitles({ category: 'Gaming', when: 'weekend' })).toEqual(['Festival']);
  });

  it('has what is running until its end, first of all, but what has run for more than a day after the rest of today', async () => {
    const organiser = await makeOrganiser(app);
    const make = (title: string, from: string, until: string) =>
      publishAt(organiser, `2031-11-${from}`, {
        title,
        category: 'Tech',
        end_time: new Date(`2031-11-${until}:00-05:00`).toISOString(),
      });
    await make('Weeks', '01T10:00', '30T18:00');
    await make('Days', '17T10:00', '20T18:00');
    await make('Tonight', '19T21:00', '19T23:00');
    await make('Now', '19T19:00', '19T22:00');
    await make('Tomorrow', '20T19:00', '20T22:00');
    await make('Over', '19T17:00', '19T19:00');
    const list = (query: Record<string, string>) => listTitles({ category: 'Tech', ...query });
    expect(await list({ when: 'today' })).toEqual(['Now', 'Tonight', 'Days', 'Weeks']);
    expect(await list({ when: 'weekend' })).toEqual(['Weeks']);
    expect(await list({ running: 'true' })).toEqual(['Now', 'Tonight', 'Days', 'Tomorrow', 'Weeks']);
    expect(await list({ running: 'true', month: '2031-11' })).toHaveLength(5);
    expect(await list({ running: 'true', month: '2031-12' })).toEqual([]);
    expect(await list({ running: 'true', sort_by: 'title' })).toEqual([
      'Days',
      'Now',
      'Tomorrow',
      'Tonight',
      'Weeks',
    ]);
    expect(await list({ running: 'true', q: 'n' })).toEqual(['Now']);
    const toCome = ['Tonight', 'Tomorrow'];
    expect(await list({})).toEqual(toCome);
    expect(await list({ running: 'false' })).toEqual(toCome);
    expect(await list({ month: '2031-11' })).toEqual(toCome);
    const query = { category: 'Tech', when: 'today', limit: '3', page: '2' };
    const { body } = await app.call('GET /events', { query });
    expect(body).toMatchObject({ total_events: 4, total_pages: 2, events: [{ title: 'Weeks' }] });
    const upcoming = await app.call('GET /events/upcoming', { query: { limit: '100' } });
    expect(upcoming.body.events.map(({ title }) => title)).not.toContain('Now');
    now = Date.parse('2031-11-19T22:00:00-05:00');
    expect(await list({ when: 'today' })).toEqual(['Tonight', 'Days', 'Weeks']);
  });

  it('can be narrowed to a category and to free events, and has pages', async () => {
    const organiser = await makeOrganiser(app);
    const saturday = '2031-11-22T18:00';
    await publishAt(organiser, saturday, { title: 'Free film', category: 'Art', price: 0 });
    await publishAt(organiser, saturday, { title: 'Dear film', category: 'Art', price: 9 });
    await publishAt(organiser, '2031-11-25T18:00', { title: 'Late free film', category: 'Art', price: 0 });
    expect(await listTitles({ category: 'art', free: 'true' })).toEqual(['Free film', 'Late free film']);
    expect(await listTitles({ category: 'art', free: 'false' })).toHaveLength(3);
    expect(await listTitles({ category: 'art', free: 'true', when: 'weekend' })).toEqual(['Free film']);
    expect(await listTitles({ category: 'art', sort_by: 'created_at', order: 'desc' })).toEqual([
      'Late free film',
      'Dear film',
      'Free film',
    ]);
    const query = { category: 'Art', free: 'true', limit: '1', page: '2' };
    const { body } = await app.call('GET /events', { query });
    expect(body).toMatchObject({ total_events: 2, total_pages: 2, events: [{ title: 'Late free film' }] });
  });

  it('can have the newest first, counted from when everybody could first see them', async () => {
    const organiser = await makeOrganiser(app);
    const saturday = '2031-11-22T18:00';
    const change = async (id: number, body: { status?: 'published' | 'draft'; is_public?: boolean }) => {
      now += 60_000;
      const answer = await app.call('PATCH /events/:id', { token: organiser.token, params: { id }, body });
      expect(answer.status).toBe(200);
    };
    const publish = (id: number) => change(id, { status: 'published' });
    const make = (title: string, fields: object) =>
      publishAt(organiser, saturday, { title, category: 'Food', ...fields });
    const early = await make('Early draft', { status: 'draft' });
    const late = await make('Late draft', { status: 'draft' });
    const hidden = await make('Private first', { is_public: false });
    await publish(late);
    await make('At once', {});
    await publish(early);
    await change(hidden, { is_public: true });
    await change(late, { status: 'draft' });
    await publish(late);
    expect(await listTitles({ category: 'Food', sort_by: 'published_at', order: 'desc' })).toEqual([
      'Private first',
      'Early draft',
      'At once',
      'Late draft',
    ]);
  });

  it('has no event among the free ones that sells only hidden ticket types', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, { title: 'Members', category: 'Sports', price: 50 }, organiser);
    const typeId = await findOnlyType(app, id);
    const { status } = await app.call('PATCH /events/:id/ticket-types/:typeId', {
      token: organiser.token,
      params: { id, typeId },
      body: { visibility: 'hidden' },
    });
    expect(status).toBe(200);
    expect(await listTitles({ category: 'sports' })).toEqual(['Members']);
    expect(await listTitles({ category: 'sports', free: 'true' })).toEqual([]);
  });

  it('can have the events of a month, in the time zone of the site', async () => {
    const organiser = await makeOrganiser(app);
    const days = ['2031-11-30T23:59', '2031-12-01T00:00', '2031-12-31T23:59', '2032-01-01T00:00'];
    for (const day of days) await publishAt(organiser, day, { category: 'Health' });
    const list = (month: string) => listTitles({ month, category: 'Health' });
    expect(await list('2031-12')).toEqual(['2031-12-01T00:00', '2031-12-31T23:59']);
    expect(await list('2031-11')).toEqual(['2031-11-30T23:59']);
    expect(await list('2031-10')).toEqual([]);
    expect(await listTitles({ month: '2031-12', category: 'Health', when: 'today' })).toEqual([]);
  });

  it('can be narrowed to a team, whose drafts and private events are in no list', async () => {
    const [host, other] = [await makeOrganiser(app), await makeOrganiser(app)];
    await publishAt(other, '2031-11-25T18:00', { title: 'Of others' });
    for (const fields of [{ status: 'draft' }, { is_public: false }]) {
      await publishAt(host, '2031-11-25T18:00', { title: 'Hidden', ...fields });
    }
    await publishAt(host, '2031-11-26T18:00', { title: 'Second' });
    await publishAt(host, '2031-11-25T18:00', { title: 'First' });
    const list = async (path: '/events' | '/events/past') => {
      const { body } = await app.call(`GET ${path}`, { query: { team: String(host.teamId) } });
      return body.events.map(({ title }) => title);
    };
    expect(await list('/events')).toEqual(['First', 'Second']);
    expect(await list('/events/past')).toEqual([]);
    now = Date.parse('2031-11-27T12:00:00-05:00');
    expect(await list('/events')).toEqual([]);
    expect(await list('/events/past')).toEqual(['Second', 'First']);
  });

  it('is refused for other words', async () => {
    const { status, body } = await app.send<{ errors: unknown }>(
      'GET',
      '/api/events?when=soon&month=2031-13&free=yes&one_per_series=1',
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'when', message: 'When must be today or weekend' },
      { field: 'month', message: 'Month must be a month such as 2026-12' },
      { field: 'free', message: 'Free must be true or false' },
      { field: 'one_per_series', message: 'One per series must be true or false' },
    ]);
  });
});

describe('a list with one event per series', () => {
  it('has the next event of each series, and every event of no series', async () => {
    const organiser = await makeOrganiser(app);
    const repeat = (id: number, starts: string[]) =>
      app.call('POST /events/:id/repeats', { token: organiser.token, params: { id }, body: { starts } });
    const drawing = await publishAt(organiser, '2031-11-25T18:00', { title: 'Drawing' });
    await repeat(drawing, ['2031-11-21T18:00', '2031-12-02T18:00']);
    const choir = await publishAt(organiser, '2031-11-24T18:00', { title: 'Choir' });
    await repeat(choir, ['2031-12-01T18:00']);
    for (const title of ['Open mic', 'Open mic'])
      await publishAt(organiser, '2031-11-23T18:00', { title, location: 'The Dome' });
    const list = async (query: object) => {
      const team = String(organiser.teamId);
      const { body } = await app.call('GET /events', { query: { team, one_per_series: 'true', ...query } });
      return {
        total: body.total_events,
        starts: body.events.map(({ start_time }) => start_time.slice(5, 10)),
      };
    };
    expect(await list({})).toEqual({ total: 4, starts: ['11-21', '11-23', '11-23', '11-24'] });
    expect((await list({ q: 'drawing' })).starts).toEqual(['11-21']);
    expect((await list({ one_per_series: 'false' })).total).toBe(7);
    // The first date of the drawing class has started.
    now = Date.parse('2031-11-22T12:00:00-05:00');
    expect((await list({})).starts).toEqual(['11-23', '11-23', '11-24', '11-25']);
  });
});
