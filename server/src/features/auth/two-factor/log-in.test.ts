import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeUser, only, testPassword, type TestUser } from '../../../../test/factories.ts';
import { createTestDatabase } from '../../../../test/database/database.ts';
import { createStillClock } from '../../../../test/guesses.ts';
import { askForChallenge, stepMs, switchOnTwoFactor } from '../../../../test/two-factor.ts';
import { createLinkToken } from '../../users/users.links.service.ts';
import { sealSecret } from './sealing.rules.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock: createStillClock() });
});

afterAll(() => app.close());

async function makeProtected() {
  const user = await makeUser(app);
  return { ...user, ...(await switchOnTwoFactor(app, user)) };
}

function enter(challenge: string, code: string, on = app) {
  return on.call('POST /auth/two-factor/log-in', { body: { challenge, code } });
}

async function logIn({ username }: TestUser, code: string) {
  return enter(await askForChallenge(app, username), code);
}

async function countSessions({ id }: TestUser): Promise<number> {
  const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
  return sessions.length;
}

const wrongCode = { status: 401, body: { code: 'invalid_two_factor_code' } };
const wrongChallenge = { status: 401, body: { code: 'invalid_challenge' } };

describe('the right password of an account with a second factor', () => {
  it('starts no login session and does not make the device known before the second step', async () => {
    const user = await makeProtected();
    const before = await countSessions(user);
    const { status, headers, body } = await app.send<{ challenge: string }>('POST', '/api/auth/login', {
      json: { username: user.username, password: testPassword },
    });
    expect(status).toBe(401);
    const { challenge, ...refusal } = body;
    expect(refusal).toEqual({
      status: 'error',
      code: 'two_factor_required',
      msg: 'Enter the code from your authenticator app to log in',
    });
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(headers['set-cookie']).toBeUndefined();
    expect(await countSessions(user)).toBe(before);
  });

  it('gives a challenge that is accepted neither as an access token nor as a refresh token', async () => {
    const challenge = await askForChallenge(app, (await makeProtected()).username);
    expect((await app.call('GET /auth/sessions', { token: challenge })).status).toBe(401);
    const refreshed = await app.call('POST /auth/refresh-token', { body: { refreshToken: challenge } });
    expect(refreshed.status).toBe(401);
  });

  it('still needs the second step after an administrator has set a new password', async () => {
    const user = await makeProtected();
    const password = 'another good password';
    const { token } = await makeAdmin(app);
    await app.call('PATCH /users/:id', { token, params: { id: user.id }, body: { password } });
    const { body } = await app.call('POST /auth/login', { body: { username: user.username, password } });
    expect(body.code).toBe('two_factor_required');
  });

  it('still needs the second step after a forgotten password was replaced with a mailed link', async () => {
    const { id: userId, email, username } = await makeProtected();
    const password = 'another good password';
    const now = app.clock.now();
    const token = await createLinkToken(app.db, { userId, email, purpose: 'reset_password', now });
    expect((await app.call('POST /auth/reset-password', { body: { token, password } })).status).toBe(200);
    const { body } = await app.call('POST /auth/login', { body: { username, password } });
    expect(body.code).toBe('two_factor_required');
  });
});

describe('a wrong password of an account with a second factor', () => {
  it('gets no challenge for the second step', async () => {
    const { username } = await makeProtected();
    const { body } = await app.call('POST /auth/login', { body: { username, password: 'a guess' } });
    expect(body).toEqual({
      status: 'error',
      code: 'invalid_credentials',
      msg: 'Invalid username or password',
    });
  });
});

describe('the second step of a login', () => {
  it('gives the same answer as a login without a second factor', async () => {
    const user = await makeProtected();
    const { status, headers, body } = await logIn(user, user.authenticator.code());
    expect(status).toBe(200);
    expect(Object.keys(body.data).toSorted()).toEqual(['accessToken', 'refreshToken', 'user']);
    expect(body.data.user).toMatchObject({ id: user.id, two_factor_enabled: true });
    expect(headers['set-cookie']).toMatch(/^foyer_device=/);
    expect((await app.call('GET /auth/sessions', { token: body.data.accessToken })).status).toBe(200);
  });

  it('accepts spaces in the two-factor code', async () => {
    const user = await makeProtected();
    const code = user.authenticator.code();
    expect((await logIn(user, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  it('accepts the code of the previous and of the next time step, but no code two time steps away', async () => {
    const user = await makeProtected();
    app.clock.advance(10 * stepMs);
    expect(await logIn(user, user.authenticator.code(-2))).toMatchObject(wrongCode);
    expect(await logIn(user, user.authenticator.code(2))).toMatchObject(wrongCode);
    expect((await logIn(user, user.authenticator.code(-1))).status).toBe(200);
    expect((await logIn(user, user.authenticator.code(1))).status).toBe(200);
  });

  it('accepts each code once, so that nobody can use a code that they saw somebody type', async () => {
    const user = await makeProtected();
    const code = user.authenticator.code();
    expect((await logIn(user, code)).status).toBe(200);
    expect(await logIn(user, code)).toMatchObject(wrongCode);
    expect(await logIn(user, user.authenticator.code(-1))).toMatchObject(wrongCode);
    app.clock.advance(stepMs);
    expect((await logIn(user, user.authenticator.code())).status).toBe(200);
  });

  it('refuses the code with which the user has set up the second factor', async () => {
    const user = await makeProtected();
    expect(await logIn(user, user.authenticator.code(-1))).toMatchObject(wrongCode);
  });

  it('opens only one session when many requests send the same code with different challenges at once', async () => {
    const user = await makeProtected();
    const before = await countSessions(user);
    const challenges = await Promise.all(
      Array.from({ length: 8 }, () => askForChallenge(app, user.username)),
    );
    const code = user.authenticator.code();
    const answers = await Promise.all(challenges.map((challenge) => enter(challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countSessions(user)).toBe(before + 1);
  });
});

describe('the challenge between the two steps of a login', () => {
  it('lets only one request log in, even when two requests send it with different valid codes at once', async () => {
    const user = await makeProtected();
    const challenge = await askForChallenge(app, user.username);
    const codes = [user.authenticator.code(), String(user.recoveryCodes[0])];
    const answers = await Promise.all(codes.map((code) => enter(challenge, code)));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await enter(challenge, user.authenticator.code(1))).toMatchObject(wrongChallenge);
  });

  it('ends after five minutes', async () => {
    const user = await makeProtected();
    const challenge = await askForChallenge(app, user.username);
    app.clock.advance(5 * 60_000);
    expect(await enter(challenge, user.authenticator.code())).toMatchObject(wrongChallenge);
  });

  it('ends after five wrong codes, so that the user must type the password again', async () => {
    const user = await makeProtected();
    const challenge = await askForChallenge(app, user.username);
    for (let count = 0; count < 5; count += 1) {
      expect(await enter(challenge, 'wrong')).toMatchObject(wrongCode);
    }
    expect(await enter(challenge, user.authenticator.code())).toMatchObject(wrongChallenge);
    expect((await logIn(user, user.authenticator.code())).status).toBe(200);
  });

  it('accepts only codes of the account that the challenge was made for', async () => {
    const [user, other] = [await makeProtected(), await makeProtected()];
    const challenge = await askForChallenge(app, user.username);
    expect(await enter(challenge, other.authenticator.code())).toMatchObject(wrongCode);
    expect(await enter(challenge, String(other.recoveryCodes[0]))).toMatchObject(wrongCode);
  });

  it('ends when the password is changed', async () => {
    const user = await makeProtected();
    const challenge = await askForChallenge(app, user.username);
    const change = { password: 'another good password', current_password: testPassword };
    const { token, id } = user;
    const changed = await app.call('PATCH /users/:id', { token, params: { id }, body: change });
    expect(changed.status).toBe(200);
    expect(await enter(challenge, user.authenticator.code())).toMatchObject(wrongChallenge);
  });

  it('is refused when the server did not make it', async () => {
    expect(await enter('A'.repeat(43), '123456')).toMatchObject(wrongChallenge);
  });
});

describe('a recovery code', () => {
  it('works for one login, however it is typed, and Foyer tells the user by mail', async () => {
    const user = await makeProtected();
    const [code = ''] = user.recoveryCodes;
    expect((await logIn(user, ` ${code.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect(await logIn(user, code)).toMatchObject(wrongCode);
    const listMails = () =>
      app.mails.filter(({ to, subject }) => to === user.email && subject.startsWith('A recovery code'));
    await expect.poll(listMails).toHaveLength(1);
    const { subject, text } = only(listMails());
    expect(subject).toBe('A recovery code was used to log in');
    expect(text).toContain('You have 9 recovery codes left.');
  });

  it('works for only one login when six requests use it at the same moment', async () => {
    const user = await makeProtected();
    const challenges = await Promise.all(
      Array.from({ length: 6 }, () => askForChallenge(app, user.username)),
    );
    const code = String(user.recoveryCodes[3]);
    const answers = await Promise.all(challenges.map((challenge) => enter(challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('still works after a change of SESSION_SECRET, which invalidates the codes of the authenticator app', async () => {
    const user = await makeProtected();
    const otherSecret = new TextEncoder().encode('the secret of the site before the change');
    await app.db
      .updateTable('two_factors')
      .set({ sealed_secret: sealSecret(otherSecret, user.id, user.secret) })
      .where('user_id', '=', user.id)
      .execute();
    expect(await logIn(user, user.authenticator.code())).toMatchObject(wrongCode);
    expect((await logIn(user, String(user.recoveryCodes[0]))).status).toBe(200);
  });
});

describe('two server processes on one database', () => {
  it('accept each other’s challenges, and refuse two-factor codes that the other one has accepted', async () => {
    const database = await createTestDatabase();
    const first = await startTestApp({ databaseUrl: database.url, clock: createStillClock() });
    const second = await startTestApp({ databaseUrl: database.url, clock: first.clock });
    const user = await makeUser(first);
    const { authenticator } = await switchOnTwoFactor(first, user);
    const challenges = [
      await askForChallenge(first, user.username),
      await askForChallenge(second, user.username),
    ] as const;
    expect((await enter(challenges[0], authenticator.code(), second)).status).toBe(200);
    expect(await enter(challenges[1], authenticator.code(), first)).toMatchObject(wrongCode);
    expect(await enter(challenges[0], authenticator.code(1), first)).toMatchObject(wrongChallenge);
    await second.close();
    await first.close();
    await database.drop();
  });
});
