import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUser, testPassword, type TestUser } from '../../../../test/factories.ts';
import { createStillClock, limited, listNewAddresses, newAddress } from '../../../../test/guesses.ts';
import { listAuditEntries } from '../../../../test/payments.ts';
import { stepMs, switchOnTwoFactor } from '../../../../test/two-factor.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: limited, clock: createStillClock() });
});

afterAll(() => app.close());

interface From {
  from: string;
  cookie?: string;
}

async function post(path: string, json: object, { from, cookie }: From) {
  return app.send<{ code: string; challenge: string }>('POST', path, {
    json,
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  });
}

async function logIn({ username }: TestUser, code: string, from: From) {
  const { body } = await post('/api/auth/login', { username, password: testPassword }, from);
  expect(body.code).toBe('two_factor_required');
  return post('/api/auth/two-factor/log-in', { challenge: body.challenge, code }, from);
}

async function makeProtected() {
  const user = await makeUser(app);
  return { ...user, ...(await switchOnTwoFactor(app, user)) };
}

describe('guesses at the second factor by somebody who knows the password', () => {
  it('are refused after ten in fifteen minutes, even if each comes from another network address with a new challenge', async () => {
    const user = await makeProtected();
    const statuses: number[] = [];
    for (const from of listNewAddresses(12)) {
      statuses.push((await logIn(user, '000 000', { from })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 429, 429]);
  });

  it('do not lock out the owner on a device that logged in before', async () => {
    const user = await makeProtected();
    const home = newAddress();
    const { headers } = await logIn(user, user.authenticator.code(), { from: home });
    const cookie = String(headers['set-cookie']).split(';')[0];
    for (const from of listNewAddresses(12)) await logIn(user, '000 000', { from });
    app.clock.advance(stepMs);
    expect((await logIn(user, user.authenticator.code(), { from: newAddress() })).status).toBe(429);
    expect((await logIn(user, user.authenticator.code(), { from: newAddress(), cookie })).status).toBe(200);
  });
});

describe('wrong two-factor codes after the right password', () => {
  const giveWrongCodes = async (user: TestUser, count: number) => {
    const statuses: number[] = [];
    for (const from of listNewAddresses(count)) statuses.push((await logIn(user, '000000', { from })).status);
    return statuses.filter((status) => status === 401).length;
  };

  it('block further codes after every tenth one, each time longer: 15 minutes, an hour, then a day', async () => {
    const user = await makeProtected();
    for (const minutes of [15, 60, 24 * 60, 24 * 60]) {
      expect(await giveWrongCodes(user, 11)).toBe(10);
      app.clock.advance(minutes * 60_000 - 1000);
      expect(await giveWrongCodes(user, 1)).toBe(0);
      app.clock.advance(1001);
    }
    expect((await logIn(user, user.authenticator.code(), { from: newAddress() })).status).toBe(200);
    expect(await giveWrongCodes(user, 11)).toBe(10);
    app.clock.advance(15 * 60_000 + 1);
    expect(await giveWrongCodes(user, 1)).toBe(1);
  });

  it('do not keep the owner from using a recovery code', async () => {
    const user = await makeProtected();
    await giveWrongCodes(user, 10);
    const stranger = newAddress();
    for (let count = 0; count < 11; count += 1) await logIn(user, 'aaaaa-aaaaa-aaaaa', { from: stranger });
    expect((await logIn(user, String(user.recoveryCodes[0]), { from: stranger })).status).toBe(429);
    expect((await logIn(user, String(user.recoveryCodes[0]), { from: newAddress() })).status).toBe(200);
    expect(await listAuditEntries(app, 'user', user.id)).toContainEqual(
      expect.objectContaining({ action: 'user.recovery_code_used', actor_id: user.id }),
    );
  });

  it('cause one mail to the owner and one entry in the audit log, both after the third wrong code', async () => {
    const user = await makeProtected();
    await giveWrongCodes(user, 2);
    expect(await listAuditEntries(app, 'user', user.id)).toEqual([]);
    await giveWrongCodes(user, 3);
    const entry = { action: 'user.second_factor_guessed', machine: 'Foyer itself' };
    expect(await listAuditEntries(app, 'user', user.id)).toMatchObject([entry]);
    const listMails = () =>
      app.mails.filter(({ to, subject }) => to === user.email && subject.startsWith('Somebody may know'));
    await expect.poll(listMails).toHaveLength(1);
    expect(listMails()[0]?.text).toContain('If this was not you, somebody else knows your password: choose');
  });
});

describe('guesses at the second factor by somebody who has a login session and the password', () => {
  const switchOff = ({ token }: TestUser, code: string, current_password = testPassword) =>
    app.call('POST /auth/two-factor/switch-off', { token, body: { current_password, code } });

  it('are refused after ten, even if the right password is confirmed between two guesses', async () => {
    const user = await makeProtected();
    for (let count = 0; count < 10; count += 1) {
      expect((await switchOff(user, '000000')).status).toBe(400);
      const confirmed = await app.call('POST /auth/confirm-password', {
        token: user.token,
        body: { password: testPassword },
      });
      expect(confirmed.status).toBe(200);
    }
    expect((await switchOff(user, user.authenticator.code())).body.code).toBe('too_many_requests');
    app.clock.advance(15 * 60_000 + 1);
    const { refreshToken } = user;
    const { body } = await app.call('POST /auth/refresh-token', { body: { refreshToken } });
    const again = { ...user, token: body.data.accessToken };
    expect((await switchOff(again, user.authenticator.code())).status).toBe(200);
  });

  it('are counted together with wrong passwords', async () => {
    const user = await makeProtected();
    for (let count = 0; count < 10; count += 1) {
      expect((await switchOff(user, user.authenticator.code(), 'a guess')).status).toBe(400);
    }
    expect((await switchOff(user, user.authenticator.code())).status).toBe(429);
  });
});
