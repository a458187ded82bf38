import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeUser, testPassword, type TestUser } from '../../../test/factories.ts';
import { removeExpiredSessions } from './auth.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const account = (username: string) => ({
  username,
  email: `${username}@example.org`,
  password: testPassword,
});

function refresh(refreshToken: string) {
  return app.call('POST /auth/refresh-token', { body: { refreshToken } });
}

function whoAmI(user: { id: number; token: string }) {
  return app.call('GET /users/:id', { token: user.token, params: { id: user.id } });
}

describe('a sign-up', () => {
  it('creates an organiser, their team and a login session in one request', async () => {
    const { status, body } = await app.call('POST /auth/register', {
      body: {
        ...account('orla'),
        isEventOrganiser: true,
        teamName: 'Harbour Sounds',
        teamDescription: 'Concerts',
      },
    });
    expect(status).toBe(201);
    expect(body.data.team).toMatchObject({ name: 'Harbour Sounds', description: 'Concerts' });
    expect(body.data.teamMember).toMatchObject({ role: 'team_admin', user_id: body.data.user.id });
    expect(body.data.user.teams).toMatchObject([{ team_name: 'Harbour Sounds', role: 'team_admin' }]);
    expect(JSON.stringify(body)).not.toContain('password');
    expect((await whoAmI({ id: body.data.user.id, token: body.data.accessToken })).status).toBe(200);
  });

  it('is refused if the username, the email address or the team name is taken, ignoring case', async () => {
    await app.call('POST /auth/register', {
      body: { ...account('petra'), isEventOrganiser: true, teamName: 'Petra and friends' },
    });
    const sameName = await app.call('POST /auth/register', {
      body: { ...account('PETRA'), email: 'new@example.org' },
    });
    expect(sameName).toMatchObject({
      status: 409,
      body: { code: 'username_taken', msg: 'Username already exists' },
    });
    const sameEmail = await app.call('POST /auth/register', {
      body: { ...account('petra2'), email: 'Petra@Example.org' },
    });
    expect(sameEmail).toMatchObject({
      status: 409,
      body: { code: 'email_taken', msg: 'Email already exists' },
    });
    const sameTeam = await app.call('POST /auth/register', {
      body: { ...account('petra3'), isEventOrganiser: true, teamName: 'PETRA and Friends' },
    });
    expect(sameTeam).toMatchObject({ status: 409, body: { msg: 'Team name already exists' } });
    const login = await app.call('POST /auth/login', {
      body: { username: 'petra3', password: testPassword },
    });
    expect(login.status).toBe(401);
  });

  it('is refused with the name of every wrong field', async () => {
    const { status, body } = await app.send('POST', '/api/auth/register', {
      json: { username: 'a b', email: 'nobody', password: '12345', isEventOrganiser: true },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'error', code: 'validation_failed' });
    expect(body.errors).toEqual([
      { field: 'username', message: 'Username can only have letters, digits, _, - and .' },
      { field: 'email', message: 'Email is invalid' },
      { field: 'password', message: 'Password must be at least 6 characters' },
      { field: 'teamName', message: 'Team name is required' },
    ]);
    const noTeam = await app.send('POST', '/api/auth/register', {
      json: { ...account('quentin'), isEventOrganiser: true },
    });
    expect(noTeam.body.errors).toEqual([{ field: 'teamName', message: 'Team name is required' }]);
  });

  it('works for twenty people at once with only two database connections', async () => {
    const small = await startTestApp({ pool: 2 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        small.call('POST /auth/register', {
          body: { ...account(`crowd_${number}`), isEventOrganiser: true, teamName: `Crowd ${number}` },
        }),
      ),
    );
    await small.close();
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 201));
  });
});

describe('a login', () => {
  it('accepts the username or the email address, ignoring case', async () => {
    const user = await makeUser(app);
    for (const username of [user.username.toUpperCase(), user.email]) {
      const { status, body } = await app.call('POST /auth/login', {
        body: { username, password: testPassword },
      });
      expect(status).toBe(200);
      expect(body.data.user).toMatchObject({ id: user.id, email: user.email });
    }
  });

  it('gives the same answer for a wrong password and for an unknown name', async () => {
    const { username } = await makeUser(app);
    const wrong = await app.call('POST /auth/login', { body: { username, password: 'not this one' } });
    const unknown = await app.call('POST /auth/login', {
      body: { username: 'nobody_here', password: 'not this one' },
    });
    expect(wrong).toMatchObject({ status: 401, body: { msg: 'Invalid username or password' } });
    expect(unknown.body).toEqual(wrong.body);
  });

  it('is refused after ten wrong passwords from one network address, even with the right password, until a waiting time is over', async () => {
    const limited = await startTestApp({ env: { FOYER_RATE_LIMITS: 'on' } });
    const { username } = await makeUser(limited);
    const attempt = (password: string) => limited.call('POST /auth/login', { body: { username, password } });
    const guesses = await Promise.all(Array.from({ length: 12 }, () => attempt('a guess')));
    expect(guesses.filter((guess) => guess.status === 401)).toHaveLength(10);
    const blocked = await attempt(testPassword);
    expect(blocked).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    limited.clock.advance(16 * 60_000);
    expect((await attempt(testPassword)).status).toBe(200);
    await limited.close();
  });
});

describe('a login session', () => {
  it('accepts no request without a token, with an invalid token or with an expired token', async () => {
    const user = await makeUser(app);
    const none = await app.call('GET /users/:id', { params: { id: user.id } });
    expect(none).toMatchObject({ status: 401, body: { msg: 'Unauthorized - No token provided' } });
    const bad = await whoAmI({ ...user, token: `${user.token}x` });
    expect(bad).toMatchObject({ status: 401, body: { msg: 'Unauthorized - Invalid token' } });
    expect((await whoAmI(user)).status).toBe(200);
    app.clock.advance(16 * 60_000);
    expect(await whoAmI(user)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  });

  it('ends at once when its owner logs out, so that its access token and refresh token stop working', async () => {
    const user = await makeUser(app);
    const { body } = await app.call('POST /auth/logout', { body: { refreshToken: user.refreshToken } });
    expect(body).toEqual({ status: 'success', msg: 'Logged out successfully' });
    expect((await whoAmI(user)).status).toBe(401);
    expect((await refresh(user.refreshToken)).status).toBe(401);
    const again = await app.call('POST /auth/logout', { body: { refreshToken: 'unknown' } });
    expect(again.status).toBe(200);
  });

  it('gets a new access token from every refresh, even within the same second', async () => {
    const user = await makeUser(app);
    const seen = new Set([user.token]);
    for (let count = 0; count < 5; count += 1) {
      seen.add((await refresh(user.refreshToken)).body.data.accessToken);
    }
    expect(seen.size).toBe(6);
  });

  it('accepts the old refresh token until its replacement is used, so that a lost response logs nobody out', async () => {
    const { refreshToken } = await makeUser(app);
    expect((await refresh(refreshToken)).status).toBe(200);
    const second = await refresh(refreshToken);
    expect(second.status).toBe(200);
    const third = await refresh(second.body.data.refreshToken);
    expect(third.status).toBe(200);
    expect((await refresh(third.body.data.refreshToken)).status).toBe(200);
  });

  it('ends when a thief and the owner refresh with the same token and then both use their new tokens', async () => {
    const user = await makeUser(app);
    const thief = await refresh(user.refreshToken);
    const owner = await refresh(user.refreshToken);
    const newest = await refresh(owner.body.data.refreshToken);
    expect(newest.status).toBe(200);
    expect((await refresh(thief.body.data.refreshToken)).body.code).toBe('invalid_refresh_token');
    expect((await refresh(newest.body.data.refreshToken)).status).toBe(401);
    expect((await whoAmI(user)).status).toBe(401);
  });

  it('ends when two tokens that replaced the same refresh token are used at the same moment', async () => {
    const user = await makeUser(app);
    const successors = await Promise.all([refresh(user.refreshToken), refresh(user.refreshToken)]);
    const answers = await Promise.all(successors.map(({ body }) => refresh(body.data.refreshToken)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(1);
    expect((await whoAmI(user)).status).toBe(401);
  });

  it('ends when an old refresh token is used again after its replacement was used', async () => {
    const user = await makeUser(app);
    const next = await refresh(user.refreshToken);
    const newest = await refresh(next.body.data.refreshToken);
    expect(newest.status).toBe(200);
    expect((await refresh(user.refreshToken)).body).toMatchObject({ msg: 'Invalid refresh token' });
    expect((await refresh(newest.body.data.refreshToken)).status).toBe(401);
    expect((await whoAmI(user)).status).toBe(401);
  });

  it('ends when the user changes the password in another login session', async () => {
    const user = await makeUser(app);
    const login = await app.call('POST /auth/login', {
      body: { username: user.username, password: testPassword },
    });
    const change = (current_password: string) =>
      app.call('PATCH /users/:id', {
        token: user.token,
        params: { id: user.id },
        body: { password: 'another password', current_password },
      });
    expect((await change('not mine')).body.errors).toEqual([
      { field: 'current_password', message: 'Current password is not correct' },
    ]);
    expect((await change(testPassword)).status).toBe(200);
    expect((await whoAmI(user)).status).toBe(200);
    expect((await whoAmI({ id: user.id, token: login.body.data.accessToken })).status).toBe(401);
  });
});

describe('the clean-up of login sessions', () => {
  const dayMs = 24 * 3600 * 1000;

  it('deletes expired sessions, refresh tokens and counts of failed logins, and keeps those that have not expired', async () => {
    const gone = await makeUser(app);
    const active = await makeUser(app);
    app.clock.advance(20 * dayMs);
    const refreshed = await refresh(active.refreshToken);
    app.clock.advance(11 * dayMs);
    const fresh = await makeUser(app);
    await insertCount('login_account:past', -1);
    await insertCount('login_account:present', 60_000);

    await removeExpiredSessions(app.deps);

    expect(await countSessions(gone)).toEqual({ sessions: 0, refreshTokens: 0 });
    // This login session has had two refresh tokens. The first token was deleted, because it is older than thirty
    // days.
    expect(await countSessions(active)).toEqual({ sessions: 1, refreshTokens: 1 });
    expect(await countSessions(fresh)).toEqual({ sessions: 1, refreshTokens: 1 });
    const counts = await app.db.selectFrom('limit_counts').select('subject').execute();
    expect(counts).toEqual([{ subject: 'login_account:present' }]);
    expect((await refresh(refreshed.body.data.refreshToken)).status).toBe(200);
    expect((await whoAmI(fresh)).status).toBe(200);
  });

  async function insertCount(subject: string, millisecondsLeft: number) {
    const window_ends_at = new Date(app.clock.now().getTime() + millisecondsLeft);
    await app.db.insertInto('limit_counts').values({ subject, uses: 3, window_ends_at }).execute();
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
