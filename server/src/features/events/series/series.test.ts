import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeMember, makeOrganiser, makeUser } from '../../../../test/factories.ts';
import { findOnlyType, placeOrder } from '../../../../test/orders.ts';
import { waitForRemovals } from '../../../../test/uploads/uploads-scene.ts';

let app: TestApp;
type Organiser = Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

/** An event on Monday, October 20, 2031, from 19:00 to 21:30 in London, where it is still summer. */
const monday = { start_time: '2031-10-20T18:00:00.000Z', end_time: '2031-10-20T20:30:00.000Z' };

function repeat({ token }: { token: string }, id: number, starts: unknown) {
  return app.call('POST /events/:id/repeats', {
    token,
    params: { id },
    body: { starts } as { starts: string[] },
  });
}

async function readEvent(id: number, token?: string) {
  return (await app.call('GET /events/:id', { token, params: { id } })).body.event;
}

async function listTypes({ token }: Organiser, id: number) {
  return (await app.call('GET /events/:id/ticket-types', { token, params: { id } })).body.ticket_types;
}

describe('an event that repeats', () => {
  it('becomes a series of events with the same texts and ticket types, at the same time by the clock', async () => {
    const organiser = await makeOrganiser(app);
    const fields = { ...monday, price: 12, line_up: 'Ada Quill', refund_days: 3, max_attendees: 40 };
    const { id } = await makeEvent(app, fields, organiser);
    const { status } = await app.call('POST /events/:id/ticket-types', {
      token: organiser.token,
      params: { id },
      body: { name: 'Early', price: 8, quantity: 5, visibility: 'hidden', sales_end: '2031-10-18T12:00' },
    });
    expect(status).toBe(201);
    const { body } = await repeat(organiser, id, ['2031-10-27T19:00', '2031-11-03T19:00:00Z']);
    expect(body).toMatchObject({ status: 'success', msg: '2 events were added', series_id: id });
    const [first, second] = body.events;
    // The clocks went back, so 19:00 is an hour later in UTC.
    expect(first).toMatchObject({
      start_time: '2031-10-27T19:00:00.000Z',
      end_time: '2031-10-27T21:30:00.000Z',
    });
    const before = await readEvent(id, organiser.token);
    const copy = await readEvent(first?.id ?? 0, organiser.token);
    for (const name of ['title', 'description', 'location', 'price', 'line_up', 'refund_days'] as const) {
      expect(copy[name]).toEqual(before[name]);
    }
    expect(copy).toMatchObject({ status: 'published', attendee_count: 0, series_id: id, max_attendees: 40 });
    expect(await listTypes(organiser, first?.id ?? 0)).toMatchObject([
      { name: 'General admission', price: 12, sold: 0 },
      {
        name: 'Early',
        price: 8,
        quantity: 5,
        visibility: 'hidden',
        sales_end: '2031-10-25T11:00:00.000Z',
      },
    ]);
    expect(before.more_dates.map((date) => date.id)).toEqual([first?.id, second?.id]);
    expect(copy.more_dates.map((date) => date.id)).toEqual([id, second?.id]);
  });

  it('shows visitors only the dates that are public and published', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, monday, organiser);
    const { body } = await repeat(organiser, id, [
      '2031-10-27T19:00',
      '2031-11-03T19:00',
      '2031-11-10T19:00',
    ]);
    const [shown, hidden, draft] = body.events.map((event) => event.id);
    const change = (eventId: number | undefined, fields: object) =>
      app.call('PATCH /events/:id', {
        token: organiser.token,
        params: { id: eventId ?? 0 },
        body: fields,
      });
    await change(hidden, { is_public: false });
    await change(draft, { status: 'draft' });
    expect((await readEvent(id)).more_dates.map((date) => date.id)).toEqual([shown]);
  });

  it('gives each private event a key of its own', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, { ...monday, is_public: false }, organiser);
    const { body } = await repeat(organiser, id, ['2031-10-27T19:00']);
    const keys = await Promise.all(
      [id, body.events[0]?.id ?? 0].map(async (each) => (await readEvent(each, organiser.token)).private_key),
    );
    expect(new Set(keys).size).toBe(2);
    expect(keys).not.toContain(null);
  });

  it('is made whole or not at all', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, monday, organiser);
    const refused = async (starts: string[], field: string) => {
      const answer = await repeat(organiser, id, starts);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    };
    await refused(['2031-10-27T19:00', '2031-10-27T19:00'], 'starts');
    await refused(['2031-10-27T19:00', '2031-10-20T19:00'], 'starts');
    await refused([], 'starts');
    const many = Array.from({ length: 51 }, (_, day) =>
      new Date(Date.parse('2031-10-21T18:00:00Z') + day * 86_400_000).toISOString(),
    );
    expect((await repeat(organiser, id, many.slice(0, 10))).status).toBe(201);
    expect(await repeat(organiser, id, many.slice(10))).toMatchObject({
      status: 201,
      body: { series_id: id },
    });
    expect(await repeat(organiser, id, ['2032-10-27T19:00'])).toMatchObject({
      status: 409,
      body: { code: 'series_too_long' },
    });
    const made = await app.db.selectFrom('events').select('id').where('series_id', '=', id).execute();
    expect(made).toHaveLength(52);
  });

  it('never grows beyond its limit when two people repeat it at the same moment', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, monday, organiser);
    const week = (first: number) =>
      Array.from({ length: 30 }, (_, day) =>
        new Date(Date.parse('2031-10-21T18:00:00Z') + (first + day) * 86_400_000).toISOString(),
      );
    const answers = await Promise.all([repeat(organiser, id, week(0)), repeat(organiser, id, week(30))]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  });

  it('can be repeated by two people at the same moment, from two of its events', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, monday, organiser);
    const { body } = await repeat(organiser, id, ['2031-10-27T19:00', '2031-11-03T19:00']);
    const last = body.events.at(-1)?.id ?? 0;
    for (let round = 1; round <= 5; round += 1) {
      const answers = await Promise.all([
        repeat(organiser, id, [`2031-12-0${round}T19:00`]),
        repeat(organiser, last, [`2031-12-1${round}T19:00`]),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    }
  });

  it('is for people who may create events of its team', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, monday, organiser);
    const other = await makeMember(app, organiser.teamId, 'organizer');
    expect((await repeat(other, id, ['2031-10-27T19:00'])).status).toBe(403);
    expect((await repeat(await makeOrganiser(app), id, ['2031-10-27T19:00'])).status).toBe(403);
    await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id },
      body: { status: 'cancelled' },
    });
    expect(await repeat(organiser, id, ['2031-10-27T19:00'])).toMatchObject({
      status: 409,
      body: { code: 'event_cancelled' },
    });
  });
});

describe('a change of an event that repeats', () => {
  /** Three Mondays: October 20, October 27 and November 3. */
  async function makeSeries(fields: object = {}) {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, { ...monday, ...fields }, organiser);
    const { body } = await repeat(organiser, id, ['2031-10-27T19:00', '2031-11-03T19:00']);
    const [middle = 0, last = 0] = body.events.map((event) => event.id);
    const change = (event: number, apply_to: 'this' | 'later' | 'all', fieldsToChange: object) =>
      app.call('PATCH /events/:id', {
        token: organiser.token,
        params: { id: event },
        query: { apply_to },
        body: fieldsToChange,
      });
    return { organiser, ids: [id, middle, last], middle, change };
  }

  const readAll = (ids: readonly number[], token?: string) =>
    Promise.all(ids.map((id) => readEvent(id, token)));

  it.each([
    ['this', ['Old', 'New', 'Old']],
    ['later', ['Old', 'New', 'New']],
    ['all', ['New', 'New', 'New']],
  ] as const)('can be for %j', async (scope, titles) => {
    const { ids, middle, change } = await makeSeries({ title: 'Old' });
    expect((await change(middle, scope, { title: 'New' })).status).toBe(200);
    expect((await readAll(ids)).map(({ title }) => title)).toEqual(titles);
  });

  it('moves the others to the new time of day, and never to another day', async () => {
    const { ids, middle, change } = await makeSeries();
    await change(middle, 'all', {
      start_time: '2031-10-29T20:00',
      end_time: '2031-10-29T21:00',
      location: 'The barn',
      price: 5,
    });
    expect(
      (await readAll(ids)).map(({ start_time, end_time, price }) => [start_time, end_time, price]),
    ).toEqual([
      ['2031-10-20T19:00:00.000Z', '2031-10-20T20:00:00.000Z', 5],
      ['2031-10-29T20:00:00.000Z', '2031-10-29T21:00:00.000Z', 5],
      ['2031-11-03T20:00:00.000Z', '2031-11-03T21:00:00.000Z', 5],
    ]);
  });

  it('leaves the status, the visibility and cancelled events of the others alone', async () => {
    const { organiser, ids, middle, change } = await makeSeries({ status: 'draft' });
    await change(ids[2] ?? 0, 'this', { status: 'published' });
    await change(ids[2] ?? 0, 'this', { status: 'cancelled' });
    await change(middle, 'all', { status: 'published', is_public: false, location: 'The barn' });
    expect(
      (await readAll(ids, organiser.token)).map(({ status, is_public, location }) => [
        status,
        is_public,
        location === 'The barn',
      ]),
    ).toEqual([
      ['draft', true, true],
      ['published', false, true],
      ['cancelled', true, false],
    ]);
  });

  it('changes nothing when one of the events refuses, and says which', async () => {
    const { ids, middle, change } = await makeSeries({ title: 'Yoga', max_attendees: 10 });
    const sold = ids[2] ?? 0;
    const items = [{ ticket_type_id: await findOnlyType(app, sold), quantity: 3 }];
    const { token } = await makeUser(app);
    await placeOrder(app, { event_id: sold, items }, { token });
    const answer = await change(middle, 'all', { max_attendees: 2, title: 'Less yoga' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'capacity_below_sold' } });
    expect(answer.body.msg).toMatch(/^Nothing was saved, because of Yoga, .*Nov.* 3.*: Max attendees/);
    expect((await readAll(ids)).map(({ title }) => title)).toEqual(['Yoga', 'Yoga', 'Yoga']);
  });

  it('is for nobody outside of the team, and for no event that moved to another team', async () => {
    const { organiser, ids, middle, change } = await makeSeries({ title: 'Old' });
    const other = await makeOrganiser(app);
    await app.db
      .updateTable('events')
      .set({ team_id: other.teamId })
      .where('id', '=', ids[2] ?? 0)
      .execute();
    await change(middle, 'all', { title: 'New' });
    expect((await readAll(ids, organiser.token)).map(({ title }) => title)).toEqual(['New', 'New', 'Old']);
  });

  it('keeps a picture as long as one of the events has it', async () => {
    const { organiser, ids, middle } = await makeSeries();
    const picture = '/uploads/events/0123456789abcdef01234567-clear-1x1/page.webp';
    await app.db.updateTable('events').set({ event_img_url: picture }).where('id', 'in', ids).execute();
    await app.storage.put(picture.replace('/uploads/', ''), Buffer.from('x'), 'image/webp');
    const isKept = async () => (await app.send('GET', picture)).status === 200;
    const { token } = organiser;
    await app.call('DELETE /events/:id', { token, params: { id: middle } });
    await waitForRemovals(app);
    expect(await isKept()).toBe(true);
    for (const id of ids) await app.call('DELETE /events/:id', { token, params: { id } });
    await waitForRemovals(app);
    expect(await isKept()).toBe(false);
  });
});
