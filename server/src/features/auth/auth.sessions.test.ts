import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeUser, only, testPassword, type TestUser } from '../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const dayMs = 24 * 3600 * 1000;
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

interface Session {
  data: { accessToken: string; refreshToken: string };
}

async function logInWith({ username }: TestUser, userAgent = safari) {
  const { body } = await app.send<Session>('POST', '/api/auth/login', {
    json: { username, password: testPassword },
    headers: { 'user-agent': userAgent },
  });
  return body.data;
}

async function listDevices(token: string) {
  return (await app.call('GET /auth/sessions', { token })).body.sessions;
}

function refresh(refreshToken: string, on = app) {
  return on.call('POST /auth/refresh-token', { body: { refreshToken } });
}

async function isSignedIn(token: string) {
  return (await app.call('GET /auth/sessions', { token })).status === 200;
}

describe('the list of a user’s logged-in devices', () => {
  it('names browser and system, starts with the current device, and says when each device was last used', async () => {
    const user = await makeUser(app);
    const phone = await logInWith(user);
    const laptop = await logInWith(user, firefox);
    await refresh(phone.refreshToken);
    const devices = await listDevices(laptop.accessToken);
    expect(devices.map(({ device, is_current }) => [device, is_current])).toEqual([
      ['Firefox on Windows', true],
      ['Safari on iOS', false],
      [null, false],
    ]);
    const [, refreshed] = devices;
    expect(Date.parse(String(refreshed?.last_used_at))).toBeGreaterThan(
      Date.parse(String(refreshed?.created_at)),
    );
    expect(Object.keys(refreshed ?? {}).toSorted()).toEqual([
      'created_at',
      'device',
      'id',
      'is_current',
      'last_used_at',
    ]);
  });

  it('stores only the browser and the system of each device', async () => {
    const user = await makeUser(app);
    await logInWith(user, `<script>alert(1)</script> ${'x'.repeat(2000)}`);
    await logInWith(user, `${firefox} ${'x'.repeat(2000)}`);
    const rows = await app.db
      .selectFrom('sessions')
      .select('device')
      .where('user_id', '=', user.id)
      .execute();
    expect(new Set(rows.map(({ device }) => device))).toEqual(new Set([null, 'Firefox on Windows']));
  });

  it('has no login sessions of other users and no expired login sessions', async () => {
    const user = await makeUser(app);
    await logInWith(user);
    await app.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', user.id)
      .where('device', 'is not', null)
      .execute();
    await makeUser(app);
    expect(only(await listDevices(user.token)).is_current).toBe(true);
  });
});

describe('signing out a device of the user', () => {
  it('ends only the login session of this device, with its access token and refresh token, at once', async () => {
    const user = await makeUser(app);
    const phone = await logInWith(user);
    const laptop = await logInWith(user);
    const [, device] = await listDevices(user.token);
    const params = { sessionId: String(device?.id) };
    expect((await app.call('DELETE /auth/sessions/:sessionId', { token: user.token, params })).status).toBe(
      204,
    );
    expect(await isSignedIn(laptop.accessToken)).toBe(false);
    expect((await refresh(laptop.refreshToken)).body.code).toBe('invalid_refresh_token');
    expect(await isSignedIn(phone.accessToken)).toBe(true);
    expect(await app.call('DELETE /auth/sessions/:sessionId', { token: user.token, params })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('is refused for a device of another user, as if the device did not exist', async () => {
    const [user, stranger] = [await makeUser(app), await makeUser(app)];
    const { id } = only(await listDevices(user.token));
    const refused = await app.call('DELETE /auth/sessions/:sessionId', {
      token: stranger.token,
      params: { sessionId: id },
    });
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await isSignedIn(user.token)).toBe(true);
  });

  it('works for all other devices of the user in one request', async () => {
    const [user, other] = [await makeUser(app), await makeUser(app)];
    const phone = await logInWith(user);
    expect((await app.call('DELETE /auth/sessions', { token: user.token })).status).toBe(204);
    expect(await isSignedIn(phone.accessToken)).toBe(false);
    expect(await isSignedIn(user.token)).toBe(true);
    expect(await isSignedIn(other.token)).toBe(true);
  });
});

describe('a login session that is refreshed all the time', () => {
  it('ends 90 days after the login', async () => {
    const aging = await startTestApp();
    const { refreshToken } = await makeUser(aging);
    let token = refreshToken;
    for (const days of [29, 29, 29]) {
      aging.clock.advance(days * dayMs);
      const { status, body } = await refresh(token, aging);
      expect(status).toBe(200);
      token = body.data.refreshToken;
    }
    aging.clock.advance(3 * dayMs - 60_000);
    const last = await refresh(token, aging);
    expect(last.status).toBe(200);
    const { accessToken } = last.body.data;
    expect((await aging.call('GET /auth/sessions', { token: accessToken })).status).toBe(200);
    aging.clock.advance(2 * 60_000);
    expect(await refresh(last.body.data.refreshToken, aging)).toMatchObject({
      status: 401,
      body: { code: 'invalid_refresh_token' },
    });
    // The access token has not expired yet, but its login session has.
    expect(await aging.call('GET /auth/sessions', { token: accessToken })).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    });
    await aging.close();
  });

  it('cannot be stored with a later end than 90 days after the login', async () => {
    const user = await makeUser(app);
    const late = new Date(app.clock.now().getTime() + 91 * dayMs);
    await expect(
      app.db.updateTable('sessions').set({ expires_at: late }).where('user_id', '=', user.id).execute(),
    ).rejects.toThrow('sessions_end_after_90_days');
  });
});

describe('an access token', () => {
  it('is refused if somebody else wrote or changed it', async () => {
    const [user, other] = [await makeUser(app), await makeUser(app)];
    const [header = '', claims = '', signature = ''] = user.token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const later = {
      ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object),
      exp: 9_999_999_999,
    };
    for (const token of [
      `${header}.${encode(later)}.${signature}`,
      `${header}.${claims}.${other.token.split('.')[2] ?? ''}`,
      `${header}.${claims}.`,
      `${header}.${claims}`,
      `${user.token}.${signature}`,
      `${encode({ alg: 'none' })}.${claims}.`,
      `${encode({ alg: 'none' })}.${claims}.${signature}`,
      `${header}.${claims}.${signature.slice(0, 20)} ${signature.slice(20)}`,
      `${header}.${claims}.${signature}=`,
    ]) {
      expect(await app.call('GET /auth/sessions', { token })).toMatchObject({
        status: 401,
        body: { code: 'invalid_token' },
      });
    }
    expect(await isSignedIn(user.token)).toBe(true);
  });
});
