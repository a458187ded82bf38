import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeOrganiser, makeUser, testPassword, type TestUser } from '../../../test/factories.ts';

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

describe('a user’s profile', () => {
  it('is shown with all fields to the user and to administrators', async () => {
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

  it('shows only its public fields to other people', async () => {
    const user = await makeOrganiser(app);
    const { status, body } = await read(await makeUser(app), user.id);
    expect(status).toBe(200);
    expect(Object.keys(body.user).toSorted()).toEqual(publicFields);
    expect(JSON.stringify(body)).not.toContain(user.email);
  });

  it('is reported as not found if the user’s id is unknown', async () => {
    expect(await read(await makeUser(app), 2_000_000)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found', msg: 'User not found' },
    });
  });
});

describe('a change of a profile', () => {
  it('is allowed only to the user and to administrators', async () => {
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

  it('is refused if another user has the new username or email address, ignoring case', async () => {
    const [user, other] = [await makeUser(app), await makeUser(app)];
    expect(await change(user, user.id, { username: other.username.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'username_taken' },
    });
    const email = other.email.toUpperCase();
    expect(await change(user, user.id, { email, current_password: testPassword })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  it('is refused if the request names no field to change', async () => {
    const user = await makeUser(app);
    expect(await change(user, user.id, { current_password: testPassword })).toMatchObject({
      status: 400,
      body: { msg: 'No valid fields to update' },
    });
  });

  it('needs the current password to set a new password', async () => {
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
