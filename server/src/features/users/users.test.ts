import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeOrganiser, makeUser, testPassword, type TestUser } from '../../../test/factories.ts';
import { removeExpiredSessions } from '../auth/auth.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const publicFields = ['created_at', 'id', 'profile_image_url', 'username'];

function read(caller: TestUser, id: number) {
  return app.call('GET /users/:id', { token: caller.token, params: { id } });
}

function change(caller: TestUser, id: number, body: BodyInput<Endpoints['PATCH /users/:id']>) {
  return app.call('PATCH /users/:id', { token: caller.token, params: { id }, body });
}

function logIn(username: string, password: string) {
  return app.call('POST /auth/login', { body: { username, password } });
}

describe('a user', () => {
  it('is shown whole to themself and to administrators', async () => {
    const user = await makeOrganiser(app);
    for (const caller of [user, await makeAdmin(app)]) {
      const { status, body } = await read(caller, user.id);
      expect(status).toBe(200);
      expect(body.user).toMatchObject({
        email: user.email,
        is_site_admin: false,
        teams: [{ team_id: user.teamId, role: 'team_admin' }],
      });
    }
  });

  it('is shown to everybody else without what is theirs alone', async () => {
    const user = await makeOrganiser(app);
    const { status, body } = await read(await makeUser(app), user.id);
    expect(status).toBe(200);
    expect(Object.keys(body.user).toSorted()).toEqual(publicFields);
    expect(JSON.stringify(body)).not.toContain(user.email);
  });

  it('that does not exist is not found', async () => {
    expect(await read(await makeUser(app), 2_000_000)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found', msg: 'User not found' },
    });
  });
});

describe('changing a profile', () => {
  it('is for the person themself and administrators, and leaves everybody else’s as it was', async () => {
    const user = await makeUser(app);
    const taken = { email: `taken-over-${user.id}@example.org`, username: `taken-${user.id}` };
    for (const caller of [await makeUser(app), await makeOrganiser(app)]) {
      expect(await change(caller, user.id, taken)).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    }
    const { body } = await read(user, user.id);
    expect(body.user).toMatchObject({ username: user.username, email: user.email });

    const picture = 'https://example.org/me.png';
    expect((await change(user, user.id, { profile_image_url: picture })).body.user).toMatchObject({
      profile_image_url: picture,
    });
    const renamed = await change(await makeAdmin(app), user.id, taken);
    expect(renamed).toMatchObject({ status: 200, body: { msg: 'User updated successfully', user: taken } });
  });

  it('refuses a name or an email that somebody else has, whatever its case', async () => {
    const [user, other] = [await makeUser(app), await makeUser(app)];
    expect(await change(user, user.id, { username: other.username.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'username_taken' },
    });
    expect(await change(user, user.id, { email: other.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  it('needs something to change', async () => {
    const user = await makeUser(app);
    expect(await change(user, user.id, { current_password: testPassword })).toMatchObject({
      status: 400,
      body: { msg: 'No valid fields to update' },
    });
  });

  it('sets a new password only for whoever knows the current one', async () => {
    const user = await makeUser(app);
    const password = 'another good password';
    for (const wrong of [{ password }, { password, current_password: 'a guess' }]) {
      const refused = await change(user, user.id, wrong);
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'current_password' }] } });
    }
    expect((await logIn(user.username, testPassword)).status).toBe(200);
    expect((await change(user, user.id, { password, current_password: testPassword })).status).toBe(200);
    expect((await logIn(user.username, testPassword)).status).toBe(401);
    expect((await logIn(user.username, password)).status).toBe(200);
  });
});

describe('cleaning up', () => {
  const dayMs = 24 * 3600 * 1000;

  it('removes the sessions and counts that are over and keeps what is live', async () => {
    const gone = await makeUser(app);
    const active = await makeUser(app);
    app.clock.advance(20 * dayMs);
    const refreshed = await refresh(active.refreshToken);
    app.clock.advance(11 * dayMs);
    const fresh = await makeUser(app);
    await insertCount('account:past', -1);
    await insertCount('account:present', 60_000);

    await removeExpiredSessions(app.deps);

    expect(await countSessions(gone)).toEqual({ sessions: 0, refreshTokens: 0 });
    // Of the two tokens of the session that goes on, the first has had its thirty days.
    expect(await countSessions(active)).toEqual({ sessions: 1, refreshTokens: 1 });
    expect(await countSessions(fresh)).toEqual({ sessions: 1, refreshTokens: 1 });
    const counts = await app.db.selectFrom('login_failures').select('subject').execute();
    expect(counts).toEqual([{ subject: 'account:present' }]);
    expect((await refresh(refreshed.body.data.refreshToken)).status).toBe(200);
    expect((await read(fresh, fresh.id)).status).toBe(200);
  });

  function refresh(refreshToken: string) {
    return app.call('POST /auth/refresh-token', { body: { refreshToken } });
  }

  async function insertCount(subject: string, millisecondsLeft: number) {
    const window_ends_at = new Date(app.clock.now().getTime() + millisecondsLeft);
    await app.db.insertInto('login_failures').values({ subject, failures: 3, window_ends_at }).execute();
  }

  async function countSessions(user: TestUser) {
    const sessions = await app.db
      .selectFrom('sessions')
      .leftJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
      .select(['sessions.id', 'token_hash'])
      .where('user_id', '=', user.id)
      .execute();
    return {
      sessions: new Set(sessions.map((row) => row.id)).size,
      refreshTokens: sessions.filter((row) => row.token_hash !== null).length,
    };
  }
});
