import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeEvent,
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

const setAdmin = (caller: TestUser, id: number, is_site_admin: boolean) =>
  app.call('PATCH /admin/users/:id', { token: caller.token, params: { id }, body: { is_site_admin } });

describe('the rights of a site administrator', () => {
  it('begin and end with the user’s first request after the change', async () => {
    const user = await makeUser(app);
    const asks = async () => (await app.call('GET /users', { token: user.token })).status;
    expect(await asks()).toBe(403);
    expect(await setAdmin(admin, user.id, true)).toMatchObject({
      status: 200,
      body: { status: 'success', data: { id: user.id, is_site_admin: true } },
    });
    expect(await asks()).toBe(200);
    expect((await setAdmin(admin, user.id, false)).body.data.is_site_admin).toBe(false);
    expect(await asks()).toBe(403);
  });

  it('cannot be given to an unknown user, or changed with a value other than true or false', async () => {
    expect(await setAdmin(admin, 2_000_000, true)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found', msg: 'User not found' },
    });
    const unclear = await app.send('PATCH', `/api/admin/users/${admin.id}`, {
      token: admin.token,
      json: { is_site_admin: 'yes' },
    });
    expect(unclear).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'is_site_admin', message: 'is_site_admin must be true or false' }] },
    });
  });

  it('cannot be taken from the last administrator, even when the last two demote each other at the same moment', async () => {
    const alone = await startTestApp();
    const [one, other] = [await makeAdmin(alone), await makeAdmin(alone)];
    const demote = (caller: TestUser, id: number) =>
      alone.call('PATCH /admin/users/:id', {
        token: caller.token,
        params: { id },
        body: { is_site_admin: false },
      });
    const answers = await Promise.all([demote(one, other.id), demote(other, one.id)]);
    const left = await alone.db.selectFrom('users').select('id').where('is_site_admin', '=', true).execute();
    expect(left).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const last = left[0]?.id === one.id ? one : other;
    const refusal = { status: 409, body: { code: 'last_site_admin' } };
    expect(await demote(last, last.id)).toMatchObject(refusal);
    expect(await deleteOwnAccount(alone, last)).toMatchObject(refusal);
    await alone.close();
  });
});

describe('the administrators’ overview', () => {
  it('lists and counts all users, teams and events, including drafts and private events', async () => {
    const organiser = await makeOrganiser(app);
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    const hidden = await makeEvent(app, { is_public: false }, organiser);
    const { body } = await app.call('GET /admin/dashboard', { token: admin.token });
    const { data } = body;
    const ids = (list: { id: number }[]) => list.map((one) => one.id);
    expect(ids(data.events)).toEqual(expect.arrayContaining([draft.id, hidden.id]));
    expect(ids(data.draft_events)).toContain(draft.id);
    expect(ids(data.draft_events)).not.toContain(hidden.id);
    expect(data.users).toContainEqual(
      expect.objectContaining({
        id: organiser.id,
        email: organiser.email,
        teams: [expect.objectContaining({ team_id: organiser.teamId, role: 'team_admin' })],
      }),
    );
    expect(data.teams).toContainEqual(expect.objectContaining({ id: organiser.teamId, member_count: 1 }));
    expect(data.total_users).toBe(data.users.length);
    expect(data.total_teams).toBe(data.teams.length);
    expect(data.total_events).toBe(data.events.length);
    expect(data.total_team_members).toBe(data.users.flatMap((user) => user.teams).length);
  });

  it('can be searched and paged', async () => {
    const organiser = await makeOrganiser(app);
    const found = await makeEvent(app, { title: 'Zitherabend im Café' }, organiser);
    await makeEvent(app, { title: 'Another Zitherabend' }, organiser);
    const read = async (query: Record<string, string>) =>
      (await app.call('GET /admin/dashboard', { token: admin.token, query })).body.data;
    expect((await read({ q: 'cafe zitherabend' })).events).toMatchObject([{ id: found.id }]);
    expect((await read({ q: 'zitherabend teahouse' })).events).toEqual([]);
    expect((await read({ q: 'CAFE' })).events).toMatchObject([{ id: found.id }]);
    const [first, second] = [
      await read({ q: 'zither', limit: '1' }),
      await read({ q: 'zither', limit: '1', page: '2' }),
    ];
    expect([...first.events, ...second.events].map((event) => event.id)).toHaveLength(2);
    expect(second.events).toMatchObject([{ id: found.id }]);
    expect((await read({ q: organiser.username })).users).toMatchObject([{ id: organiser.id }]);
    const page = await read({ q: 'nothing has this text', limit: '2' });
    expect(page).toMatchObject({ users: [], teams: [], events: [], draft_events: [] });
    // The totals count everything on the site, even if the search finds nothing.
    const { total_users, total_teams, total_events, total_team_members } = await read({});
    expect(page).toMatchObject({ total_users, total_teams, total_events, total_team_members });
    expect((await read({ limit: '2' })).users).toHaveLength(2);
  });
});
