import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeUser, testPassword, type TestUser } from '../../../test/factories.ts';
import { waitUntilLocked } from '../../../test/faults/locks.ts';
import { createStillClock } from '../../../test/guesses.ts';
import { askForChallenge, switchOnTwoFactor } from '../../../test/two-factor.ts';
import type { Tables } from '../../db/tables.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock: createStillClock() });
});

afterAll(() => app.close());

const logIn = ({ username }: TestUser) =>
  app.call('POST /auth/login', { body: { username, password: testPassword } });

const countSessions = async ({ id }: TestUser) =>
  (await app.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).length;

/** Makes a call while another request changes the user. The call continues when the change is committed. */
async function callDuring<Answer>(
  user: TestUser,
  change: Updateable<Tables['users']>,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await app.db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set(change).where('id', '=', user.id).execute();
    const called = call();
    await waitUntilLocked(app, 1);
    return { called };
  });
  return answer.called;
}

describe('while a new password is being stored,', () => {
  it('a login with the old password opens no session', async () => {
    const user = await makeUser(app);
    const before = await countSessions(user);
    const password_hash = await app.deps.passwords.hash('another password', null);
    const { status, body } = await callDuring(user, { password_hash }, () => logIn(user));
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'invalid_credentials' });
    expect(await countSessions(user)).toBe(before);
  });

  it('a login with the old password gets no challenge for the second factor', async () => {
    const user = await makeUser(app);
    await switchOnTwoFactor(app, user);
    const password_hash = await app.deps.passwords.hash('another password', null);
    const { body } = await callDuring(user, { password_hash }, () => logIn(user));
    expect(body.code).toBe('invalid_credentials');
    const challenges = app.db.selectFrom('login_challenges').select('user_id').where('user_id', '=', user.id);
    expect(await challenges.execute()).toEqual([]);
  });

  it('a two-factor code opens no session if its login started with the old password', async () => {
    const user = await makeUser(app);
    const { authenticator } = await switchOnTwoFactor(app, user);
    const body = { challenge: await askForChallenge(app, user.username), code: authenticator.code() };
    const before = await countSessions(user);
    const password_hash = await app.deps.passwords.hash('another password', null);
    const answer = await callDuring(user, { password_hash }, () =>
      app.call('POST /auth/two-factor/log-in', { body }),
    );
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_challenge' } });
    expect(await countSessions(user)).toBe(before);
  });
});

describe('a request for new recovery codes', () => {
  it('from a user without a second factor is refused before any password is hashed', async () => {
    const { token } = await makeUser(app);
    const { passwords } = app.deps;
    let hashings = 0;
    app.deps.passwords = {
      hash: (...call) => ((hashings += 1), passwords.hash(...call)),
      verify: (...call) => ((hashings += 1), passwords.verify(...call)),
    };
    const body = { current_password: 'a guess', code: '123456' };
    const answer = await app.call('POST /auth/two-factor/recovery-codes', { token, body });
    app.deps.passwords = passwords;
    expect(answer.body.code).toBe('two_factor_not_on');
    expect(hashings).toBe(0);
  });
});
