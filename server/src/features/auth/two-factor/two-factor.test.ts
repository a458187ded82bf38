import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeUser, only, testPassword, type TestUser } from '../../../../test/factories.ts';
import { createStillClock } from '../../../../test/guesses.ts';
import { askForChallenge, openAuthenticator, switchOnTwoFactor } from '../../../../test/two-factor.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock: createStillClock() });
});

afterAll(() => app.close());

const current_password = testPassword;

function setUp({ token }: TestUser, password = testPassword) {
  return app.call('POST /auth/two-factor/set-up', { token, body: { current_password: password } });
}

function confirm({ token }: TestUser, code: string) {
  return app.call('POST /auth/two-factor/confirm', { token, body: { code } });
}

async function makeProtected() {
  const user = await makeUser(app);
  return { ...user, ...(await switchOnTwoFactor(app, user)) };
}

async function logsInWithPassword({ username }: TestUser): Promise<boolean> {
  const { status } = await app.call('POST /auth/login', { body: { username, password: testPassword } });
  return status === 200;
}

async function waitForMail({ email }: TestUser, subject: string) {
  const list = () => app.mails.filter((mail) => mail.to === email && mail.subject === subject);
  await expect.poll(list).toHaveLength(1);
  return only(list());
}

describe('the set-up of a second factor', () => {
  it('needs the current password', async () => {
    const user = await makeUser(app);
    expect((await setUp(user, 'a guess')).body.errors).toEqual([
      { field: 'current_password', message: 'Current password is not correct' },
    ]);
  });

  it('gives the user a secret of 160 bits, and an otpauth URL with the secret, the name of the site and the username', async () => {
    const user = await makeUser(app);
    const { status, body } = await setUp(user);
    expect(status).toBe(200);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(body.app_address);
    expect(address.protocol + address.host).toBe('otpauth:totp');
    expect(decodeURIComponent(address.pathname)).toBe(`/Foyer foyer.localhost:${user.username}`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: 'Foyer foyer.localhost',
      secret: body.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });

  it('keeps no readable secret in the database', async () => {
    const user = await makeUser(app);
    const { secret } = (await setUp(user)).body;
    const { sealed_secret } = await app.db
      .selectFrom('two_factors')
      .select('sealed_secret')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(sealed_secret.toString('latin1')).not.toContain(secret);
  });

  it('changes nothing about logins before a first code is confirmed', async () => {
    const user = await makeUser(app);
    await setUp(user);
    expect(await logsInWithPassword(user)).toBe(true);
    const { body } = await app.call('GET /auth/two-factor', { token: user.token });
    expect(body).toEqual({ enabled: false, enabled_at: null, compulsory: false, recovery_codes_left: 0 });
  });

  it('can be started again, and the first secret then stops working', async () => {
    const user = await makeUser(app);
    const [first, second] = [(await setUp(user)).body.secret, (await setUp(user)).body.secret];
    expect(first).not.toBe(second);
    const refused = await confirm(user, openAuthenticator(app, first).code());
    expect(refused.body.errors).toEqual([
      { field: 'code', message: 'This code is not correct. Enter the newest code from your app.' },
    ]);
    expect((await confirm(user, openAuthenticator(app, second).code())).status).toBe(200);
  });

  it('expires after an hour', async () => {
    const user = await makeUser(app);
    const { secret } = (await setUp(user)).body;
    app.clock.advance(3600_000 + 1);
    const { refreshToken } = user;
    const { body } = await app.call('POST /auth/refresh-token', { body: { refreshToken } });
    const refused = await confirm(
      { ...user, token: body.data.accessToken },
      openAuthenticator(app, secret).code(),
    );
    expect(refused).toMatchObject({ status: 409, body: { code: 'two_factor_setup_expired' } });
  });

  it('is refused while a second factor is on', async () => {
    const user = await makeProtected();
    const refusal = { status: 409, body: { code: 'two_factor_already_on' } };
    expect(await setUp(user)).toMatchObject(refusal);
    expect(await confirm(user, user.authenticator.code())).toMatchObject(refusal);
  });

  it('cannot be confirmed by a user who has not started a set-up', async () => {
    const refused = await confirm(await makeUser(app), '123456');
    expect(refused).toMatchObject({ status: 409, body: { code: 'two_factor_setup_expired' } });
  });
});

describe('a second factor that a user has switched on', () => {
  it('comes with ten recovery codes that are easy to type, and with a mail to the user', async () => {
    const user = await makeProtected();
    expect(new Set(user.recoveryCodes).size).toBe(10);
    for (const code of user.recoveryCodes)
      expect(code).toMatch(/^[2-9a-hjkmnp-z]{5}(-[2-9a-hjkmnp-z]{5}){2}$/);
    const { text, html } = await waitForMail(user, 'Two-factor authentication is on');
    expect(text).toContain('If this was not you');
    for (const code of user.recoveryCodes) expect(text + html).not.toContain(code);
  });

  it('stores no readable recovery code', async () => {
    const user = await makeProtected();
    const rows = await app.db
      .selectFrom('recovery_codes')
      .select('code_hash')
      .where('user_id', '=', user.id)
      .execute();
    expect(rows).toHaveLength(10);
    for (const { code_hash } of rows) expect(code_hash).toHaveLength(32);
  });

  it('is shown only to its user and to administrators', async () => {
    const user = await makeProtected();
    const read = async ({ token }: TestUser) =>
      (await app.call('GET /users/:id', { token, params: { id: user.id } })).body.user;
    expect(await read(user)).toMatchObject({ two_factor_enabled: true });
    expect(await read(await makeAdmin(app))).toMatchObject({ two_factor_enabled: true });
    expect(await read(await makeUser(app))).not.toHaveProperty('two_factor_enabled');
    const { body } = await app.call('GET /auth/two-factor', { token: user.token });
    expect(body).toMatchObject({ enabled: true, compulsory: false, recovery_codes_left: 10 });
  });
});

describe('switching off a second factor', () => {
  const switchOff = ({ token }: TestUser, code: string, password = testPassword) =>
    app.call('POST /auth/two-factor/switch-off', { token, body: { current_password: password, code } });

  it('needs the password and a code', async () => {
    const user = await makeProtected();
    expect((await switchOff(user, user.authenticator.code(), 'a guess')).body.errors).toEqual([
      { field: 'current_password', message: 'Current password is not correct' },
    ]);
    const [wrong] = (await switchOff(user, '000000')).body.errors;
    expect(wrong?.field).toBe('code');
    expect(await logsInWithPassword(user)).toBe(false);
  });

  it('lets the user log in with the password alone, ends the recovery codes, and sends a mail to the user', async () => {
    const user = await makeProtected();
    const challenge = await askForChallenge(app, user.username);
    expect((await switchOff(user, user.authenticator.code())).status).toBe(200);
    expect(await logsInWithPassword(user)).toBe(true);
    const body = { challenge, code: String(user.recoveryCodes[0]) };
    expect((await app.call('POST /auth/two-factor/log-in', { body })).status).toBe(401);
    await waitForMail(user, 'Two-factor authentication is off');
  });

  it('works with a recovery code', async () => {
    const user = await makeProtected();
    expect((await switchOff(user, String(user.recoveryCodes[9]))).status).toBe(200);
    expect(await logsInWithPassword(user)).toBe(true);
  });

  it('is refused with a code that was used to log in', async () => {
    const user = await makeProtected();
    const code = user.authenticator.code();
    const challenge = await askForChallenge(app, user.username);
    expect((await app.call('POST /auth/two-factor/log-in', { body: { challenge, code } })).status).toBe(200);
    expect((await switchOff(user, code)).status).toBe(400);
  });

  it('is refused when no second factor is on', async () => {
    const refused = await switchOff(await makeUser(app), '123456');
    expect(refused).toMatchObject({ status: 409, body: { code: 'two_factor_not_on' } });
  });
});

describe('new recovery codes of a user', () => {
  it('require the password and a code, replace the old codes, and are announced by mail', async () => {
    const user = await makeProtected();
    const replace = (code: string) =>
      app.call('POST /auth/two-factor/recovery-codes', {
        token: user.token,
        body: { current_password, code },
      });
    expect((await replace('000000')).status).toBe(400);
    const { status, body } = await replace(user.authenticator.code());
    expect(status).toBe(200);
    expect(body.recovery_codes).toHaveLength(10);
    const enter = async (code: string | undefined) =>
      app.call('POST /auth/two-factor/log-in', {
        body: { challenge: await askForChallenge(app, user.username), code: String(code) },
      });
    expect((await enter(user.recoveryCodes[0])).status).toBe(401);
    expect((await enter(body.recovery_codes[0])).status).toBe(200);
    await waitForMail(user, 'You have new recovery codes');
  });
});
