import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeOrganiser, makeUser, testPassword, type TestUser } from '../../../test/factories.ts';

let app: TestApp;
let admin: TestUser;
let teamId: number;

beforeAll(async () => {
  app = await startTestApp({ env: { PASSWORD_MIN_LENGTH: '9' } });
  admin = await makeAdmin(app);
  teamId = (await makeOrganiser(app)).teamId;
});

afterAll(() => app.close());

let made = 0;

function account(password: string) {
  made += 1;
  return { username: `chooser-${made}`, email: `chooser-${made}@example.org`, password };
}

function change(caller: TestUser, id: number, body: BodyInput<Endpoints['PATCH /users/:id']>) {
  return app.call('PATCH /users/:id', { token: caller.token, params: { id }, body });
}

const setters = {
  'a sign-up': (password: string) => app.call('POST /auth/register', { body: account(password) }),
  'a user who changes their own password': async (password: string) => {
    const user = await makeUser(app);
    return change(user, user.id, { password, current_password: testPassword });
  },
  'an administrator who changes the password of somebody else': async (password: string) =>
    change(admin, (await makeUser(app)).id, { password }),
  'an administrator who creates a user': (password: string) =>
    app.call('POST /users', { token: admin.token, body: account(password) }),
  'an administrator who creates a user as a team member': (password: string) =>
    app.call('POST /teams/members', {
      token: admin.token,
      body: { team_id: teamId, role: 'organizer', ...account(password) },
    }),
};

const tooShort = 'Password must be at least 9 characters';
const tooCommon = 'Please choose a less common password';

describe.each(Object.entries(setters))('a password set by %s', (_who, set) => {
  it.each([
    ['shorter than any site allows', '12345', tooShort],
    ['shorter than this site allows', 'owl moon', tooShort],
    ['common', '123456789', tooCommon],
    ['common, apart from its case', 'PassWord123', tooCommon],
  ])('is refused when it is %s', async (_why, password, message) => {
    expect(await set(password)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', msg: message, errors: [{ field: 'password', message }] },
    });
  });

  it('is accepted when it is long and uncommon', async () => {
    expect((await set('owl, moon and rain')).status).toBeLessThan(300);
  });
});

describe('a password that equals the username or email address of its owner', () => {
  const refusal = {
    status: 400,
    body: { errors: [{ field: 'password', message: 'The password must not be your username or email' }] },
  };

  it('is refused at sign-up, whatever its case', async () => {
    for (const password of ['Night.Heron', 'night.heron@Example.org']) {
      const body = { username: 'night.heron', email: 'night.heron@example.org', password };
      expect(await app.call('POST /auth/register', { body })).toMatchObject(refusal);
    }
  });

  it('is refused in the profile, also when the username is new in the same request', async () => {
    const user = await makeUser(app);
    const current_password = testPassword;
    expect(await change(user, user.id, { password: user.email, current_password })).toMatchObject(refusal);
    const username = 'brand.new.name';
    expect(
      await change(user, user.id, { username, password: 'Brand.New.Name', current_password }),
    ).toMatchObject(refusal);
  });
});
