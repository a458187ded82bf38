import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  makeAdmin,
  makeUnverifiedUser,
  makeUser,
  only,
  testPassword,
  type TestUser,
} from '../../../test/factories.ts';
import { waitUntilLocked } from '../../../test/faults/locks.ts';
import { createLinkToken } from './users.links.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { SUPPORT_CONTACT: 'help@foyer.example' } });
});

afterAll(() => app.close());

const newPassword = 'another good password';

function change(caller: TestUser, id: number, body: BodyInput<Endpoints['PATCH /users/:id']>) {
  return app.call('PATCH /users/:id', { token: caller.token, params: { id }, body });
}

function remove(caller: TestUser, id: number, current_password?: string) {
  return app.call('DELETE /users/:id', { token: caller.token, params: { id }, body: { current_password } });
}

const refusal = {
  status: 400,
  body: {
    code: 'validation_failed',
    errors: [{ field: 'current_password', message: 'Current password is not correct' }],
  },
};

function newEmail({ username }: TestUser) {
  return `${username}@elsewhere.example`;
}

function listMails(address: string, word: string) {
  return app.mails.filter((mail) => mail.to === address && mail.subject.includes(word));
}

async function waitForMail(address: string, word: string) {
  await expect.poll(() => listMails(address, word)).toHaveLength(1);
  return only(listMails(address, word));
}

/** Returns a function that lists the purposes of the links that still work. */
async function openLinks({ id, email }: TestUser) {
  for (const purpose of ['verify_email', 'reset_password', 'choose_password'] as const) {
    await createLinkToken(app.db, { userId: id, email, purpose, now: app.clock.now() });
  }
  return async () => {
    const left = await app.db
      .selectFrom('account_links')
      .select('purpose')
      .where('user_id', '=', id)
      .execute();
    return left.map(({ purpose }) => purpose);
  };
}

describe.each([
  ['a user', () => makeUser(app)],
  ['an administrator', () => makeAdmin(app)],
])('%s', (_who, make) => {
  it('needs the current password to change their own email address', async () => {
    const user = await make();
    const email = newEmail(user);
    expect(await change(user, user.id, { email })).toMatchObject(refusal);
    expect(await change(user, user.id, { email, current_password: 'a guess' })).toMatchObject(refusal);
    const { status, body } = await change(user, user.id, { email, current_password: testPassword });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email });
  });

  it('needs the current password to change their own password', async () => {
    const user = await make();
    const password = newPassword;
    expect(await change(user, user.id, { password })).toMatchObject(refusal);
    expect(await change(user, user.id, { password, current_password: 'a guess' })).toMatchObject(refusal);
    expect((await change(user, user.id, { password, current_password: testPassword })).status).toBe(200);
  });

  it('needs the current password to delete their own account', async () => {
    const user = await make();
    // Create a second administrator, because the last administrator cannot be deleted.
    await makeAdmin(app);
    expect(await remove(user, user.id)).toMatchObject(refusal);
    expect(await remove(user, user.id, 'a guess')).toMatchObject(refusal);
    expect((await remove(user, user.id, testPassword)).status).toBe(204);
  });

  it('needs no password to change the username or to send the unchanged email address again', async () => {
    const user = await make();
    const body = { username: `${user.username}-x`, email: user.email };
    expect((await change(user, user.id, body)).status).toBe(200);
  });
});

describe('a change of an account', () => {
  it('needs no password of the user when an administrator makes the change', async () => {
    const user = await makeUser(app);
    const body = { email: newEmail(user), password: newPassword };
    expect((await change(await makeAdmin(app), user.id, body)).status).toBe(200);
  });

  it('is refused after ten wrong passwords, counted together with attempts to delete the account', async () => {
    const limited = await startTestApp({ env: { FOYER_RATE_LIMITS: 'on' } });
    const { id, token, username } = await makeUser(limited);
    const params = { id };
    for (let guess = 0; guess < 5; guess += 1) {
      const current_password = 'a guess';
      const body = { email: `${username}@elsewhere.example`, current_password };
      expect((await limited.call('PATCH /users/:id', { token, params, body })).status).toBe(400);
      expect(
        (await limited.call('DELETE /users/:id', { token, params, body: { current_password } })).status,
      ).toBe(400);
    }
    const body = { current_password: testPassword };
    expect((await limited.call('DELETE /users/:id', { token, params, body })).status).toBe(429);
    await limited.close();
  });
});

describe('a change that waits for another change of the same account', () => {
  /**
   * Updates the user to the values in `meanwhile`, and sends the request before the update is committed. The request
   * waits for the commit.
   */
  async function changeMeanwhile(
    user: TestUser,
    body: BodyInput<Endpoints['PATCH /users/:id']>,
    meanwhile: { email?: string; password_hash?: string },
  ) {
    let answer: ReturnType<typeof change> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set(meanwhile).where('id', '=', user.id).execute();
      answer = change(user, user.id, body);
      await waitUntilLocked(app, 1);
    });
    return answer;
  }

  it('is refused if the other change has replaced the current password', async () => {
    const user = await makeUser(app);
    const body = { password: newPassword, current_password: testPassword };
    const password_hash = await app.deps.passwords.hash('chosen first', null);
    expect(await changeMeanwhile(user, body, { password_hash })).toMatchObject(refusal);
  });

  it('is refused without a password if it would restore the email address that the other change replaced', async () => {
    const user = await makeUser(app);
    const body = { email: user.email };
    expect(await changeMeanwhile(user, body, { email: newEmail(user) })).toMatchObject(refusal);
  });
});

describe('a changed email address', () => {
  it('is unverified, and links that were mailed to the former email address no longer work', async () => {
    const user = await makeUser(app);
    const listLinks = await openLinks(user);
    const { body } = await change(user, user.id, { email: newEmail(user), current_password: testPassword });
    expect(body.user).toMatchObject({ email_verified: false });
    expect(await listLinks()).toEqual([]);
  });

  it('is announced to the former email address, in a mail that says how to reach the operator', async () => {
    const user = await makeUser(app);
    await change(user, user.id, { email: newEmail(user), current_password: testPassword });
    const { text } = await waitForMail(user.email, 'email address of your Foyer account was changed');
    expect(text).toContain('help@foyer.example');
    expect(text).toContain('/profile/security');
    expect(text).not.toContain(newEmail(user));
    expect(listMails(newEmail(user), 'was changed')).toEqual([]);
  });

  it('is announced to the former email address even when an administrator changed it', async () => {
    const user = await makeUser(app);
    await change(await makeAdmin(app), user.id, { email: newEmail(user) });
    const { text } = await waitForMail(user.email, 'email address');
    expect(text).toContain('An administrator of this site has changed the email address of your account.');
  });

  it('is not announced to a former email address that was never verified', async () => {
    const quiet = await startTestApp({ works: false });
    const user = await makeUnverifiedUser(quiet);
    const { status } = await quiet.call('PATCH /users/:id', {
      token: user.token,
      params: { id: user.id },
      body: { email: newEmail(user), password: newPassword, current_password: testPassword },
    });
    expect(status).toBe(200);
    const { rows } =
      await sql`select name from pgboss.job where data::text like ${`%${user.email}%`}`.execute(quiet.db);
    expect(rows).toEqual([]);
    await quiet.close();
  });
});

describe('a changed password', () => {
  it('ends all other login sessions of the user and all links for choosing a password', async () => {
    const user = await makeUser(app);
    const listLinks = await openLinks(user);
    const credentials = { username: user.username, password: testPassword };
    const other = await app.call('POST /auth/login', { body: credentials });
    await change(user, user.id, { password: newPassword, current_password: testPassword });
    const { accessToken: token } = other.body.data;
    expect((await app.call('GET /auth/sessions', { token })).status).toBe(401);
    expect((await app.call('GET /auth/sessions', { token: user.token })).status).toBe(200);
    expect(await listLinks()).toEqual(['verify_email']);
  });

  it('is announced to the user by mail', async () => {
    const user = await makeUser(app);
    await change(user, user.id, { password: newPassword, current_password: testPassword });
    const { text } = await waitForMail(user.email, 'password of your Foyer account was changed');
    expect(text).toContain('all other devices were signed out');
    expect(text).toContain('contact help@foyer.example');
  });

  it('is announced to the former email address when the email address changes in the same request', async () => {
    const user = await makeUser(app);
    const email = newEmail(user);
    await change(user, user.id, { email, password: newPassword, current_password: testPassword });
    await waitForMail(user.email, 'password of your Foyer account was changed');
    expect(listMails(email, 'was changed')).toEqual([]);
  });
});
