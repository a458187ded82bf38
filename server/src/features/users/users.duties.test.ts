import type { EndpointSpec } from '@foyer/contract/endpoint.ts';
import { endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser, testPassword } from '../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

let made = 0;

function account() {
  made += 1;
  return { username: `newcomer-${made}`, email: `newcomer-${made}@example.org`, password: testPassword };
}

async function logIn(username: string, password = testPassword) {
  const { status, body } = await app.call('POST /auth/login', { body: { username, password } });
  expect(status).toBe(200);
  return { ...body.data.user, token: body.data.accessToken };
}

const ways = {
  'creates the user': async () => {
    const body = account();
    await app.call('POST /users', { token: (await makeAdmin(app)).token, body });
    return body.username;
  },
  'creates the user as a team member': async () => {
    const { teamId } = await makeOrganiser(app);
    const body = account();
    const { token } = await makeAdmin(app);
    await app.call('POST /teams/members', { token, body: { team_id: teamId, role: 'owner', ...body } });
    return body.username;
  },
  'changes the password': async () => {
    const user = await makeUser(app);
    const { token } = await makeAdmin(app);
    const body = { password: testPassword };
    expect((await app.call('PATCH /users/:id', { token, params: { id: user.id }, body })).status).toBe(200);
    expect((await app.call('GET /auth/sessions', { token: user.token })).status).toBe(401);
    return user.username;
  },
};

async function makeNewcomer() {
  return logIn(await ways['creates the user']());
}

describe.each(Object.entries(ways))(
  'a user whose password was chosen by an administrator who %s',
  (_way, prepare) => {
    it('can log in, and then must choose a new password before anything else', async () => {
      const user = await logIn(await prepare());
      expect(user.duty).toBe('change_password');
      const params = { id: user.id };
      const refused = await app.call('GET /users/:id/registrations', { token: user.token, params });
      expect(refused).toMatchObject({ status: 403, body: { code: 'password_change_required' } });
      const own = await app.call('PATCH /users/:id', {
        token: user.token,
        params,
        body: { password: 'a password of my own', current_password: testPassword },
      });
      expect(own.body.user).toMatchObject({ duty: null });
      expect((await app.call('GET /users/:id/registrations', { token: user.token, params })).status).toBe(
        200,
      );
      expect((await logIn(user.username, 'a password of my own')).duty).toBeNull();
    });
  },
);

describe('a user who must choose a new password', () => {
  it('must choose a password that differs from the present password', async () => {
    const { id, token } = await makeNewcomer();
    const body = { password: testPassword, current_password: testPassword };
    expect(await app.call('PATCH /users/:id', { token, params: { id }, body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', message: 'The new password must differ from the current one' }] },
    });
  });

  it('cannot change anything else in the profile before choosing a new password', async () => {
    const { id, token } = await makeNewcomer();
    const body = { username: 'somebody.new', current_password: testPassword };
    expect(await app.call('PATCH /users/:id', { token, params: { id }, body })).toMatchObject({
      status: 403,
      body: { code: 'password_change_required' },
    });
  });

  it('may read their own profile but no other profile, and may see their devices', async () => {
    const { id, token } = await makeNewcomer();
    const read = (userId: number) => app.call('GET /users/:id', { token, params: { id: userId } });
    expect((await read(id)).body.user).toMatchObject({ duty: 'change_password' });
    expect((await read((await makeUser(app)).id)).body.code).toBe('password_change_required');
    expect((await app.call('GET /auth/sessions', { token })).status).toBe(200);
    expect((await app.call('GET /users/:id/is-site-admin', { token, params: { id } })).status).toBe(200);
  });

  it('gets the same answers as a visitor from calls that are open to everybody', async () => {
    const organiser = await makeOrganiser(app);
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    const event = await makeEvent(app, {}, organiser);
    await app.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', organiser.id)
      .execute();
    const read = (id: number) => app.call('GET /events/:id', { token: organiser.token, params: { id } });
    expect((await read(draft.id)).status).toBe(404);
    const { status, body } = await read(event.id);
    expect(status).toBe(200);
    expect(body.event).not.toHaveProperty('viewer');
  });

  it('cannot change other users, even if the user is an administrator', async () => {
    const admin = await makeAdmin(app);
    const user = await makeUser(app);
    await app.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', admin.id)
      .execute();
    const change = await app.call('PATCH /users/:id', {
      token: admin.token,
      params: { id: user.id },
      body: { password: 'chosen by the admin' },
    });
    expect(change).toMatchObject({ status: 403, body: { code: 'password_change_required' } });
  });
});

const calls = Object.entries(endpoints).map(([key, spec]): [string, EndpointSpec] => [key, spec]);
const closedCalls = calls.filter(
  ([, { access, allowedDuring = [] }]) =>
    access !== 'any' && access !== 'provider' && !allowedDuring.includes('change_password'),
);

/** Values for the path parameters that take text. */
const examples: Record<string, string> = {
  code: 'a'.repeat(22),
  sessionId: 'cs_test_1234',
  webhookId: 'evt_1234',
};

describe('an administrator who must choose a new password first', () => {
  it('may make no calls except those that are allowed before the choice', async () => {
    const admin = await makeAdmin(app);
    await app.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', admin.id)
      .execute();
    const passed: string[] = [];
    for (const [key, { method, path }] of closedCalls) {
      const url = `/api${path.replace(/:(\w+)/g, (_match, name: string) => examples[name] ?? '1')}`;
      const { body } = await app.send(method, url, { token: admin.token });
      if (body.code !== 'password_change_required') passed.push(`${key}: ${body.code}`);
    }
    expect(closedCalls.length).toBeGreaterThan(50);
    expect(passed).toEqual([]);
  });
});
