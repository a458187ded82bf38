import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeUser, testPassword, type TestUser } from '../../../test/factories.ts';

describe('the limit on password attempts for one account', () => {
  let limited: TestApp;

  beforeAll(async () => {
    limited = await startTestApp({ env: { FOYER_RATE_LIMITS: 'on' } });
  });

  afterAll(() => limited.close());

  const logIn = (username: string, password: string) =>
    limited.call('POST /auth/login', { body: { username, password } });

  const change = (user: TestUser, current_password: string) =>
    limited.call('PATCH /users/:id', {
      token: user.token,
      params: { id: user.id },
      body: { password: 'another password', current_password },
    });

  it('counts attempts by username and by email together', async () => {
    const { username, email } = await makeUser(limited);
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await logIn(username, 'a guess')).status).toBe(401);
      expect((await logIn(email.toUpperCase(), 'a guess')).status).toBe(401);
    }
    expect((await logIn(email, testPassword)).status).toBe(429);
    expect((await logIn(username, testPassword)).status).toBe(429);
  });

  it('also counts wrong current passwords in requests to change the password', async () => {
    const user = await makeUser(limited);
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await change(user, 'a guess')).status).toBe(400);
    }
    expect((await change(user, testPassword)).body.code).toBe('too_many_requests');
    expect((await logIn(user.username, testPassword)).status).toBe(429);
  });

  it('does not count attempts from a blocked IP address', async () => {
    const { username } = await makeUser(limited);
    const window_ends_at = new Date(limited.clock.now().getTime() + 60_000);
    await limited.db
      .insertInto('limit_counts')
      .values({ subject: 'login_address:127.0.0.1', uses: 100, window_ends_at })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ uses: 100, window_ends_at }))
      .execute();
    const listCounted = () =>
      limited.db.selectFrom('limit_counts').selectAll().where('subject', 'like', 'login_account:%').execute();
    const before = await listCounted();
    expect((await logIn(username, 'a guess')).status).toBe(429);
    expect(await listCounted()).toEqual(before);
  });
});

it('counts login attempts by the IP address that the proxy reports, whatever address the caller claims', async () => {
  const proxied = await startTestApp({ env: { FOYER_RATE_LIMITS: 'on', TRUST_PROXY: '1' } });
  const window_ends_at = new Date(proxied.clock.now().getTime() + 60_000);
  await proxied.db
    .insertInto('limit_counts')
    .values({ subject: 'login_address:203.0.113.7', uses: 98, window_ends_at })
    .execute();
  const statuses: number[] = [];
  for (let guess = 1; guess <= 4; guess += 1) {
    const { status } = await proxied.send('POST', '/api/auth/login', {
      json: { username: `nobody_${guess}`, password: 'a guess' },
      headers: { 'x-forwarded-for': `198.51.100.${guess}, 203.0.113.7` },
    });
    statuses.push(status);
  }
  await proxied.close();
  expect(statuses).toEqual([401, 401, 429, 429]);
});
