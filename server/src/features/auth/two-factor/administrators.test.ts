import type { EndpointSpec } from '@foyer/contract/endpoint.ts';
import { endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeUser, testPassword, type TestUser } from '../../../../test/factories.ts';
import { createStillClock } from '../../../../test/guesses.ts';
import { switchOnTwoFactor } from '../../../../test/two-factor.ts';

let app: TestApp;
let strict: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock: createStillClock() });
  strict = await startTestApp({ clock: createStillClock(), env: { REQUIRE_TWO_FACTOR: 'admins' } });
});

afterAll(async () => {
  await app.close();
  await strict.close();
});

describe('an administrator who switches off the second factor of another user', () => {
  const remove = ({ token }: TestUser, id: number) =>
    app.call('DELETE /users/:id/two-factor', { token, params: { id } });

  it('lets that user log in with the password alone, and Foyer tells the user by mail', async () => {
    const [admin, user] = [await makeAdmin(app), await makeUser(app)];
    await switchOnTwoFactor(app, user);
    expect((await remove(admin, user.id)).status).toBe(204);
    const body = { username: user.username, password: testPassword };
    expect((await app.call('POST /auth/login', { body })).status).toBe(200);
    const listMails = () =>
      app.mails.filter(
        ({ to, subject }) => to === user.email && subject === 'Two-factor authentication was switched off',
      );
    await expect.poll(listMails).toHaveLength(1);
    expect(listMails()[0]?.text).toContain('An administrator of this site has switched off');
  });

  it('is named in the audit log', async () => {
    const [admin, user] = [await makeAdmin(app), await makeUser(app)];
    await switchOnTwoFactor(app, user);
    await remove(admin, user.id);
    const { body } = await app.call('GET /admin/audit', { token: admin.token });
    expect(body.entries[0]).toMatchObject({
      actor_id: admin.id,
      action: 'user.two_factor_removed',
      object_id: user.id,
      object_name: user.username,
      details: {},
    });
  });

  it('must have typed the password in the last ten minutes', async () => {
    const [admin, user] = [await makeAdmin(app), await makeUser(app)];
    await switchOnTwoFactor(app, user);
    app.clock.advance(10 * 60_000 + 1);
    expect(await remove(admin, user.id)).toMatchObject({
      status: 403,
      body: { code: 'password_confirmation_required' },
    });
    await app.call('POST /auth/confirm-password', { token: admin.token, body: { password: testPassword } });
    expect((await remove(admin, user.id)).status).toBe(204);
  });

  it('cannot switch off their own second factor with the same call, because it asks for no code', async () => {
    const admin = await makeAdmin(app);
    await switchOnTwoFactor(app, admin);
    expect(await remove(admin, admin.id)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('gets an error when the user has no second factor or does not exist', async () => {
    const [admin, user] = [await makeAdmin(app), await makeUser(app)];
    expect(await remove(admin, user.id)).toMatchObject({ body: { code: 'two_factor_not_on' } });
    expect(await remove(admin, 999_999)).toMatchObject({ body: { code: 'user_not_found' } });
  });
});

const calls = Object.entries(endpoints).map(([key, spec]): [string, EndpointSpec] => [key, spec]);
const closedCalls = calls.filter(
  ([, { access, allowedDuring = [] }]) =>
    access !== 'any' && access !== 'provider' && !allowedDuring.includes('set_up_two_factor'),
);

/** Values for the path parameters that take text. */
const examples: Record<string, string> = {
  code: 'a'.repeat(22),
  sessionId: 'cs_test_1234',
  webhookId: 'evt_1234',
};

describe('with REQUIRE_TWO_FACTOR=admins, an administrator without a second factor', () => {
  it('may make no calls except those for their own account', async () => {
    const { token } = await makeAdmin(strict);
    const passed: string[] = [];
    for (const [key, { method, path }] of closedCalls) {
      const url = `/api${path.replace(/:(\w+)/g, (_match, name: string) => examples[name] ?? '1')}`;
      const { body } = await strict.send(method, url, { token });
      if (body.code !== 'two_factor_setup_required') passed.push(`${key}: ${body.code}`);
    }
    expect(closedCalls.length).toBeGreaterThan(50);
    expect(passed).toEqual([]);
  });

  it('can set up the second factor, and may then do everything', async () => {
    const admin = await makeAdmin(strict);
    const listUsers = () => strict.call('GET /users', { token: admin.token, query: { limit: '1' } });
    expect((await listUsers()).body.code).toBe('two_factor_setup_required');
    const { body } = await strict.call('GET /auth/two-factor', { token: admin.token });
    expect(body).toMatchObject({ enabled: false, compulsory: true });
    await switchOnTwoFactor(strict, admin);
    expect((await listUsers()).status).toBe(200);
  });

  it('must first replace a password that another administrator has set', async () => {
    const admin = await makeAdmin(strict);
    await strict.db
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', admin.id)
      .execute();
    const { body } = await strict.call('GET /users', { token: admin.token });
    expect(body.code).toBe('password_change_required');
  });
});

describe('with REQUIRE_TWO_FACTOR=admins', () => {
  it('an administrator cannot switch off their own second factor', async () => {
    const admin = await makeAdmin(strict);
    const { authenticator } = await switchOnTwoFactor(strict, admin);
    const refused = await strict.call('POST /auth/two-factor/switch-off', {
      token: admin.token,
      body: { current_password: testPassword, code: authenticator.code() },
    });
    expect(refused).toMatchObject({ status: 403, body: { code: 'two_factor_compulsory' } });
  });

  it('users who become administrators must set up a second factor, and former administrators may switch it off', async () => {
    const user = await makeUser(strict);
    const read = () => strict.call('GET /events/draft', { token: user.token });
    expect((await read()).status).toBe(200);
    const setAdmin = (is_site_admin: boolean) =>
      strict.db.updateTable('users').set({ is_site_admin }).where('id', '=', user.id).execute();
    await setAdmin(true);
    expect((await read()).body.code).toBe('two_factor_setup_required');
    const { authenticator } = await switchOnTwoFactor(strict, user);
    await setAdmin(false);
    const off = await strict.call('POST /auth/two-factor/switch-off', {
      token: user.token,
      body: { current_password: testPassword, code: authenticator.code() },
    });
    expect(off.status).toBe(200);
    expect((await read()).status).toBe(200);
  });
});
