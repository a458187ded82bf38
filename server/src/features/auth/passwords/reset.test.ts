import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  makeUnverifiedUser,
  makeUser,
  only,
  testPassword,
  type TestUser,
} from '../../../../test/factories.ts';
import { listMailsTo, waitForMails } from '../../../../test/mails/wait-for-mails.ts';
import { createLinkToken } from '../../users/users.links.service.ts';

const newPassword = 'seven green bottles';
const minuteMs = 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const forget = (email: string) => app.call('POST /auth/forgot-password', { body: { email } });

const reset = (token: string, password = newPassword) =>
  app.call('POST /auth/reset-password', { body: { token, password } });

async function logInWith({ username }: TestUser, password: string): Promise<number> {
  return (await app.call('POST /auth/login', { body: { username, password } })).status;
}

const readUser = ({ id, token }: TestUser) => app.call('GET /users/:id', { token, params: { id } });

async function askForToken({ email }: { email: string }): Promise<string> {
  expect((await forget(email)).status).toBe(200);
  await waitForMails(app);
  const mail = listMailsTo(app, { email }, 'Choose a new password').at(-1);
  return /\/reset-password#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

describe('a forgotten password', () => {
  it('can be reset with the mailed link, and the reset ends all login sessions and tells the owner', async () => {
    const user = await makeUser(app);
    const token = await askForToken({ email: user.email.toUpperCase() }).then(() => askForToken(user));
    expect((await reset(token)).body).toEqual({ status: 'success', msg: 'Your password is changed' });
    expect((await readUser(user)).status).toBe(401);
    const refresh = await app.call('POST /auth/refresh-token', { body: { refreshToken: user.refreshToken } });
    expect(refresh.status).toBe(401);
    expect(await logInWith(user, testPassword)).toBe(401);
    expect(await logInWith(user, newPassword)).toBe(200);
    await waitForMails(app);
    expect(listMailsTo(app, user, 'The password of your Foyer account was changed')).toHaveLength(1);
  });

  it('can be reset with a mailed link, which also verifies the email address', async () => {
    const user = await makeUnverifiedUser(app);
    const token = await askForToken(user);
    const mail = only(listMailsTo(app, user));
    expect(mail.text).toContain(`stop all emails to this address: ${mail.stopAddress}`);
    expect((await reset(token)).status).toBe(200);
    const { body } = await app.call('POST /auth/login', {
      body: { username: user.username, password: newPassword },
    });
    expect(body.data.user.email_verified).toBe(true);
  });

  it('cannot be reset with a link that is unknown, used, expired, or older than the present password', async () => {
    const user = await makeUser(app);
    const [first, second] = [await askForToken(user), await askForToken(user)];
    app.clock.advance(61 * minuteMs);
    expect(await reset(first)).toMatchObject({ status: 400, body: { code: 'link_expired' } });
    app.clock.advance(-61 * minuteMs);
    expect((await reset(first)).status).toBe(200);
    for (const token of [first, second, 'unknown']) {
      expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    }
  });

  it('is reset by only one of five requests with the same link', async () => {
    const user = await makeUser(app);
    const token = await askForToken(user);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => reset(token, `bottle ${index} of five`)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
  });

  it('can be reset with the same link after a new password was refused', async () => {
    const token = await askForToken(await makeUser(app));
    expect((await reset(token, 'password123')).body.errors).toEqual([
      { field: 'password', message: 'Please choose a less common password' },
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  it('cannot be reset with a link that went to an email address which the account no longer uses', async () => {
    const user = await makeUser(app);
    const now = app.clock.now();
    const email = `new-${user.email}`;
    const body = { email, current_password: testPassword };
    await app.call('PATCH /users/:id', { token: user.token, params: { id: user.id }, body });
    const former = { userId: user.id, email: user.email, purpose: 'reset_password', now } as const;
    expect((await reset(await createLinkToken(app.db, former))).body.code).toBe('link_invalid');
    expect(await logInWith(user, testPassword)).toBe(200);
  });
});

describe('an account that the operator created by a command', () => {
  it('stays unverified and needs no second new password after its owner used the printed link', async () => {
    const user = await makeUnverifiedUser(app);
    await app.db.updateTable('users').set({ must_change_password: true }).where('id', '=', user.id).execute();
    const now = app.clock.now();
    const link = { userId: user.id, email: user.email, purpose: 'choose_password', now } as const;
    expect((await reset(await createLinkToken(app.db, link))).status).toBe(200);
    const { body } = await app.call('POST /auth/login', {
      body: { username: user.username, password: newPassword },
    });
    expect(body.data.user).toMatchObject({ email_verified: false, duty: null });
  });
});

describe('a request for the link that resets a password', () => {
  it('gets the same answer and causes the same work for a known and an unknown email address', async () => {
    const user = await makeUser(app);
    const enqueue = vi.spyOn(app.deps.jobs, 'enqueue');
    const known = await forget(user.email);
    const unknown = await forget('nobody@example.org');
    const jobs = enqueue.mock.calls.map(([, { name }, data]) => [name, Object.keys(data)]);
    enqueue.mockRestore();
    expect(unknown).toMatchObject({ status: 200, body: known.body });
    expect(jobs).toHaveLength(2);
    expect(jobs[1]).toEqual(jobs[0]);
    await waitForMails(app);
    expect(listMailsTo(app, { email: 'nobody@example.org' })).toEqual([]);
  });

  it('is answered before the mail is sent, so that a slow mail server does not show who has an account', async () => {
    const user = await makeUser(app);
    const delivery = Promise.withResolvers<void>();
    const send = vi.spyOn(app.deps.mail, 'send').mockReturnValue(delivery.promise);
    expect((await forget(user.email)).status).toBe(200);
    delivery.resolve();
    await waitForMails(app);
    send.mockRestore();
  });

  it('mails at most three links in an hour to one email address, and still gets the usual answer', async () => {
    const user = await makeUser(app);
    setLimits(true);
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await forget(user.email));
    await waitForMails(app);
    setLimits(false);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(listMailsTo(app, user)).toHaveLength(3);
  });

  it('is refused after twenty requests from one network address in an hour, for known and unknown accounts alike', async () => {
    await app.db.deleteFrom('limit_counts').execute();
    const user = await makeUser(app);
    setLimits(true);
    for (let n = 0; n < 20; n += 1) expect((await forget(`nobody${n}@example.org`)).status).toBe(200);
    const refused = [await forget(user.email), await forget('nobody@example.org')];
    setLimits(false);
    expect(refused.map(({ body }) => body.code)).toEqual(['too_many_requests', 'too_many_requests']);
  });
});

function setLimits(rateLimits: boolean) {
  Object.assign(app.deps, { config: { ...app.deps.config, rateLimits } });
}
