import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeOrganiser, makeUser, testPassword, type TestUser } from '../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const minuteMs = 60_000;
let made = 0;

function account(is_site_admin: boolean) {
  made += 1;
  return {
    username: `helper-${made}`,
    email: `helper-${made}@example.org`,
    password: testPassword,
    is_site_admin,
  };
}

const refusal = { status: 403, body: { code: 'password_confirmation_required' } };

/** The actions for which an administrator must have typed the password recently. */
const actions = {
  'making a user an administrator': async ({ token }: TestUser) =>
    app.call('PATCH /admin/users/:id', {
      token,
      params: { id: (await makeUser(app)).id },
      body: { is_site_admin: true },
    }),
  'creating an administrator': ({ token }: TestUser) =>
    app.call('POST /users', { token, body: account(true) }),
  'creating a user': ({ token }: TestUser) => app.call('POST /users', { token, body: account(false) }),
  'creating a user as a team member': async ({ token }: TestUser) => {
    const { is_site_admin: _, ...names } = account(false);
    const { teamId } = await makeOrganiser(app);
    return app.call('POST /teams/members', { token, body: { team_id: teamId, role: 'owner', ...names } });
  },
  'setting a password for another user': async ({ token }: TestUser) =>
    app.call('PATCH /users/:id', {
      token,
      params: { id: (await makeUser(app)).id },
      body: { password: 'a password by the admin' },
    }),
  'changing the email of another user': async ({ token }: TestUser) => {
    const { id } = await makeUser(app);
    return app.call('PATCH /users/:id', {
      token,
      params: { id },
      body: { email: `user-${id}@example.com` },
    });
  },
  'deleting another user': async ({ token }: TestUser) =>
    app.call('DELETE /users/:id', { token, params: { id: (await makeUser(app)).id }, body: {} }),
};

/** Logs an administrator in, and moves the clock so far forward that Foyer asks for the password again. */
async function makeIdleAdmin() {
  const admin = await makeAdmin(app);
  app.clock.advance(10 * minuteMs + 1000);
  return admin;
}

function confirm({ token }: TestUser, password: string) {
  return app.call('POST /auth/confirm-password', { token, body: { password } });
}

describe.each(Object.entries(actions))('the protected action of %s', (_title, act) => {
  it('is possible for ten minutes after the login', async () => {
    const admin = await makeAdmin(app);
    expect((await act(admin)).status).toBeLessThan(300);
    app.clock.advance(10 * minuteMs - 5000);
    expect((await act(admin)).status).toBeLessThan(300);
  });

  it('needs the password again when the login was longer ago', async () => {
    const admin = await makeIdleAdmin();
    expect(await act(admin)).toMatchObject(refusal);
    expect((await confirm(admin, testPassword)).status).toBe(200);
    expect((await act(admin)).status).toBeLessThan(300);
  });

  it('needs the password in a login session from before Foyer recorded when a password was typed', async () => {
    const admin = await makeAdmin(app);
    await app.db
      .updateTable('sessions')
      .set({ password_confirmed_at: null })
      .where('user_id', '=', admin.id)
      .execute();
    expect(await act(admin)).toMatchObject(refusal);
  });
});

describe('typing the password again', () => {
  it('is refused when the password is wrong, and does not allow the protected action', async () => {
    const admin = await makeIdleAdmin();
    expect(await confirm(admin, 'a guess')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', message: 'Password is not correct' }] },
    });
    expect(await actions['deleting another user'](admin)).toMatchObject(refusal);
  });

  it('counts only for the login session in which the password was typed', async () => {
    const admin = await makeAdmin(app);
    const { body } = await app.call('POST /auth/login', {
      body: { username: admin.username, password: testPassword },
    });
    app.clock.advance(10 * minuteMs + 1000);
    await confirm(admin, testPassword);
    const otherSession = { ...admin, token: body.data.accessToken };
    expect(await actions['deleting another user'](otherSession)).toMatchObject(refusal);
  });

  it('is refused after ten wrong passwords, even with the right password', async () => {
    const limited = await startTestApp({ env: { FOYER_RATE_LIMITS: 'on' } });
    const { token } = await makeUser(limited);
    const tryIt = (password: string) =>
      limited.call('POST /auth/confirm-password', { token, body: { password } });
    for (let guess = 0; guess < 10; guess += 1) expect((await tryIt('a guess')).status).toBe(400);
    expect((await tryIt(testPassword)).body.code).toBe('too_many_requests');
    await limited.close();
  });

  it('is not needed to take administrator rights away or to rename a user', async () => {
    const admin = await makeIdleAdmin();
    const { token } = admin;
    const other = await makeAdmin(app);
    const demotion = await app.call('PATCH /admin/users/:id', {
      token,
      params: { id: other.id },
      body: { is_site_admin: false },
    });
    expect(demotion.status).toBe(200);
    const renaming = await app.call('PATCH /users/:id', {
      token,
      params: { id: other.id },
      body: { username: `renamed-${other.id}` },
    });
    expect(renaming.status).toBe(200);
  });
});
