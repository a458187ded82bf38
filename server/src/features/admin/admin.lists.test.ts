import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  type TestUser,
} from '../../../test/factories.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});

afterAll(() => app.close());

type Query = Record<string, string>;

async function listUsers(query: Query) {
  return (await app.call('GET /users', { token: admin.token, query })).body;
}

async function listTeams(query: Query) {
  return (await app.call('GET /teams', { token: admin.token, query })).body;
}

async function listEvents(query: Query) {
  return (await app.call('GET /admin/events', { token: admin.token, query })).body;
}

const directions = ['asc', 'desc'] as const;

describe('the administrators’ list of users', () => {
  it.each(['id', 'username', 'email', 'is_site_admin', 'created_at'] as const)(
    'can be sorted by %s in both directions, across pages',
    async (sort_by) => {
      for (let count = 0; count < 3; count += 1) await makeUser(app);
      const [up, down] = await Promise.all(directions.map((order) => listUsers({ sort_by, order })));
      expect(down?.users.map(({ id }) => id)).toEqual(up?.users.map(({ id }) => id).toReversed());
      const keys = up?.users.map((user) => user[sort_by]) ?? [];
      expect(keys).toEqual(keys.toSorted(compare));
      const pages = await Promise.all(
        ['1', '2'].map((page) => listUsers({ sort_by, order: 'desc', limit: '2', page })),
      );
      const paged = pages.flatMap(({ users }) => users.map(({ id }) => id));
      expect(paged).toEqual(down?.users.slice(0, 4).map(({ id }) => id));
    },
  );

  it('cannot be sorted by a field that the API does not offer', async () => {
    const query = { sort_by: 'password_hash' };
    const answer = await app.call('GET /users', { token: admin.token, query });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'sort_by' }] } });
  });
});

describe('the administrators’ list of teams', () => {
  it('can be sorted by each of its fields', async () => {
    const [one, three] = [await makeOrganiser(app), await makeOrganiser(app)];
    await makeMember(app, three.teamId, 'owner');
    await makeMember(app, three.teamId, 'organizer');
    await app.call('PATCH /teams/:id', {
      token: one.token,
      params: { id: one.teamId },
      body: { description: 'Zithers and more' },
    });
    const most = await listTeams({ sort_by: 'member_count', order: 'desc', limit: '1' });
    expect(most.teams).toMatchObject([{ id: three.teamId, member_count: 3 }]);
    const last = await listTeams({ sort_by: 'description', order: 'desc', limit: '1' });
    expect(last.teams).toMatchObject([{ id: one.teamId }]);
    for (const sort_by of ['id', 'name', 'created_at'] as const) {
      const { teams } = await listTeams({ sort_by, order: 'desc' });
      const keys = teams.map((team) => team[sort_by]);
      expect(keys).toEqual(keys.toSorted(compare).toReversed());
    }
  });
});

describe('the administrators’ list of events', () => {
  it('shows events of every status, newest first, and can be searched', async () => {
    const draft = await makeEvent(app, { status: 'draft', title: 'Nightjar walk' });
    const later = await makeEvent(app, { is_public: false, title: 'Nightjar talk' });
    const found = await listEvents({ q: 'NIGHTJAR' });
    expect(found.events.map(({ id }) => id)).toEqual([later.id, draft.id]);
    expect(found).toMatchObject({ total_events: 2, total_pages: 1 });
    const page = await listEvents({ q: 'nightjar', limit: '1', page: '2' });
    expect(page.events.map(({ id }) => id)).toEqual([draft.id]);
    expect(page.total_pages).toBe(2);
  });

  it.each(['id', 'title', 'start_time', 'status', 'team_name', 'creator_username'] as const)(
    'can be sorted by %s in both directions, across pages',
    async (sort_by) => {
      const organiser = await makeOrganiser(app);
      const stays = await makeEvent(app, { startsIn: 72 }, organiser);
      await makeEvent(app, { status: 'cancelled' });
      const all = async (query: Query) => (await listEvents({ limit: '100', ...query })).events;
      const check = async () => {
        for (const order of directions) {
          const events = await all({ sort_by, order });
          const keys = events.map((event) => event[sort_by]).filter((key) => key !== null);
          expect(keys).toEqual(
            order === 'asc' ? keys.toSorted(compare) : keys.toSorted(compare).toReversed(),
          );
          const pages = await Promise.all(
            ['1', '2', '3', '4', '5'].map((page) => all({ sort_by, order, limit: '3', page })),
          );
          expect(pages.flat().map(({ id }) => id)).toEqual(events.slice(0, 15).map(({ id }) => id));
        }
      };
      await check();
      // The list must still contain an event without a team and creator. A list sorted by team or creator shows this
      // event last, in both directions.
      await app.call('DELETE /teams/:id', { token: admin.token, params: { id: organiser.teamId } });
      await app.call('DELETE /users/:id', { token: admin.token, params: { id: organiser.id } });
      await check();
      for (const order of directions) {
        const events = await all({ sort_by, order });
        const named = events.filter((event) => event[sort_by] !== null);
        expect(events.slice(0, named.length)).toEqual(named);
        expect(events.map(({ id }) => id)).toContain(stays.id);
      }
    },
  );
});

function compare(one: string | number | boolean, other: string | number | boolean): number {
  if (typeof one === 'string' && typeof other === 'string') {
    return one.localeCompare(other, 'en', { sensitivity: 'base' });
  }
  return Number(one) - Number(other);
}
