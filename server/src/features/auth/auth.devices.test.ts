import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeUser, testPassword, type TestUser } from '../../../test/factories.ts';
import {
  createStillClock,
  guess,
  limited,
  listNewAddresses,
  logIn,
  newAddress,
} from '../../../test/guesses.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: limited, clock: createStillClock() });
});

afterAll(() => app.close());

describe('a known device of a user', () => {
  it('is remembered with a cookie that scripts cannot read and other websites do not get', async () => {
    const { username } = await makeUser(app);
    const { cookies } = await logIn(app, { username, from: newAddress() });
    expect(cookies).toMatch(/^foyer_device=[\w-]{43}; Path=\/api; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
  });

  it('may send ten wrong passwords, and then counts as an unknown device', async () => {
    const { username } = await makeUser(app);
    const { cookie } = await logIn(app, { username, from: newAddress() });
    await guess(app, username, listNewAddresses(20));
    const from = newAddress();
    for (let count = 0; count < 10; count += 1) {
      expect((await logIn(app, { username, password: 'a guess', from, cookie })).status).toBe(401);
    }
    expect((await logIn(app, { username, password: 'a guess', from, cookie })).status).toBe(429);
  });

  it('is forgotten after 180 days without a login', async () => {
    const { username } = await makeUser(app);
    const { cookie } = await logIn(app, { username, from: newAddress() });
    app.clock.advance(181 * 24 * 3600 * 1000);
    await guess(app, username, listNewAddresses(25));
    expect((await logIn(app, { username, from: newAddress(), cookie })).status).toBe(429);
  });

  it('is known to every account that has logged in on it, and to no other account', async () => {
    const [own, shared, foreign] = [await makeUser(app), await makeUser(app), await makeUser(app)];
    const first = await logIn(app, { username: own.username, from: newAddress() });
    const second = await logIn(app, { username: shared.username, from: newAddress(), cookie: first.cookie });
    for (const { username } of [own, shared, foreign]) await guess(app, username, listNewAddresses(25));
    const { cookie } = second;
    expect((await logIn(app, { username: foreign.username, from: newAddress(), cookie })).status).toBe(429);
    // A login gives the device a new cookie. The old cookie stops working, because an attacker may have put it into
    // the browser.
    expect(
      (await logIn(app, { username: own.username, from: newAddress(), cookie: first.cookie })).status,
    ).toBe(429);
    const third = await logIn(app, { username: own.username, from: newAddress(), cookie });
    expect(third.status).toBe(200);
    expect(
      (await logIn(app, { username: shared.username, from: newAddress(), cookie: third.cookie })).status,
    ).toBe(200);
  });

  it('is forgotten when the owner chooses a new password on another device, while that device stays known', async () => {
    const { id, username, token } = await makeUser(app);
    const lost = await logIn(app, { username, from: newAddress() });
    const { cookie } = await logIn(app, { username, from: newAddress() });
    const changed = await app.send('PATCH', `/api/users/${id}`, {
      token,
      json: { password: 'another password', current_password: testPassword },
      headers: { cookie: String(cookie) },
    });
    expect(changed.status).toBe(200);
    await guess(app, username, listNewAddresses(25));
    const again = { username, password: 'another password', from: newAddress() };
    expect((await logIn(app, { ...again, cookie: lost.cookie })).status).toBe(429);
    expect((await logIn(app, { ...again, cookie })).status).toBe(200);
  });

  it('is not required for a login: a client without cookies can log in too', async () => {
    const { username } = await makeUser(app);
    for (let count = 0; count < 3; count += 1) {
      expect((await logIn(app, { username, from: newAddress() })).status).toBe(200);
    }
  });
});

describe('guesses at the current password in the profile', () => {
  const change = (user: TestUser, current_password: string, token = user.token) =>
    app.call('PATCH /users/:id', {
      token,
      params: { id: user.id },
      body: { password: 'another password', current_password },
    });

  it('are limited for each login session, and do not block other sessions or logins of the owner', async () => {
    const user = await makeUser(app);
    for (let count = 0; count < 10; count += 1) expect((await change(user, 'a guess')).status).toBe(400);
    expect((await change(user, testPassword)).body.code).toBe('too_many_requests');
    const { body } = await app.call('POST /auth/login', {
      body: { username: user.username, password: testPassword },
    });
    expect((await change(user, testPassword, body.data.accessToken)).status).toBe(200);
  });
});
