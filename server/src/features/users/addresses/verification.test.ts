import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  makeAdmin,
  makeEvent,
  makeOrganiser,
  makeUnverifiedUser,
  makeUser,
  only,
  testPassword,
  type TestUser,
} from '../../../../test/factories.ts';
import { listMailsTo, waitForMails, waitForNews } from '../../../../test/mails/wait-for-mails.ts';
import { releaseDueMails } from '../../../mail/held-mails.ts';
import { createLinkToken } from '../users.links.service.ts';

const dayMs = 24 * 3_600_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ verificationMails: true });
});

afterAll(() => app.close());

async function readToken(to: { email: string }): Promise<string> {
  await waitForMails(app);
  const mail = listMailsTo(app, to, 'Verify').at(-1);
  return /\/verify-email#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

const verify = (token: string) => app.call('POST /auth/verify-email', { body: { token } });

async function isVerified(user: TestUser) {
  const { body } = await app.call('GET /users/:id', { token: user.token, params: { id: user.id } });
  return 'email_verified' in body.user && body.user.email_verified;
}

const resend = (user: TestUser) => app.call('POST /auth/verify-email/resend', { token: user.token });

function changeEmail(user: TestUser, email: string) {
  return app.call('PATCH /users/:id', {
    token: user.token,
    params: { id: user.id },
    body: { email, current_password: testPassword },
  });
}

describe('the verification link of a sign-up', () => {
  it('is mailed, verifies the email address without a login session, and works only once', async () => {
    const user = await makeUnverifiedUser(app);
    expect(await isVerified(user)).toBe(false);
    const token = await readToken(user);
    const mail = only(listMailsTo(app, user));
    expect(mail.subject).toBe('Verify your email address');
    expect(mail.html).toContain(`http://foyer.localhost/verify-email#${token}`);
    expect(mail.text).toContain(`for the account "${user.username}"`);
    expect(mail.text).toContain(`stop all emails to this address: ${mail.stopAddress}`);
    expect((await verify(token)).body).toEqual({ status: 'success', msg: 'Your email address is verified' });
    expect(await isVerified(user)).toBe(true);
    expect(await verify(token)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
  });

  it('has a token that Foyer stores only in the mail', async () => {
    const user = await makeUnverifiedUser(app);
    const token = await readToken(user);
    const links = await app.db
      .selectFrom('account_links')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    expect(links).toHaveLength(1);
    const jobs = await sql`select data, output from pgboss.job`.execute(app.db);
    expect(JSON.stringify([links, jobs.rows])).not.toContain(token);
    expect(JSON.stringify(jobs.rows)).not.toContain(user.email);
  });

  it('is not mailed when the database transaction is rolled back', async () => {
    const { username } = await makeUser(app);
    const email = `never-${username}@example.org`;
    const body = { username, email, password: testPassword };
    expect((await app.call('POST /auth/register', { body })).status).toBe(409);
    await waitForMails(app);
    expect(listMailsTo(app, { email })).toEqual([]);
  });

  it('is refused with different error codes when it has expired and when it is unknown', async () => {
    const user = await makeUnverifiedUser(app);
    const token = await readToken(user);
    app.clock.advance(8 * dayMs);
    const expired = await verify(token);
    app.clock.advance(-8 * dayMs);
    expect(expired).toMatchObject({
      status: 400,
      body: { code: 'link_expired', msg: 'This link has expired. Ask for a new one.' },
    });
    expect(await verify('unknown')).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    expect((await verify(token)).status).toBe(200);
  });

  it('gets an answer that does not name the account', async () => {
    const { body } = await verify(await readToken(await makeUnverifiedUser(app)));
    expect(Object.keys(body)).toEqual(['status', 'msg']);
  });
});

describe('an administrator who creates an account', () => {
  it('causes Foyer to mail the verification link to the new email address', async () => {
    const admin = await makeAdmin(app);
    const { teamId } = await makeOrganiser(app);
    const name = `made${admin.id}`;
    const account = (word: string) => ({
      username: `${name}-${word}`,
      email: `${name}-${word}@example.org`,
      password: testPassword,
    });
    const created = await app.call('POST /users', { token: admin.token, body: account('user') });
    expect(created.body.user.email_verified).toBe(false);
    const member = { team_id: teamId, role: 'organizer' as const, ...account('member') };
    expect((await app.call('POST /teams/members', { token: admin.token, body: member })).status).toBe(201);
    for (const { email } of [account('user'), account('member')]) {
      expect((await verify(await readToken({ email }))).status).toBe(200);
    }
  });
});

describe('a changed email address', () => {
  it('is verified only by the link that was mailed to it, and makes links to the former email address stop working', async () => {
    const user = await makeUnverifiedUser(app);
    const former = await readToken(user);
    const email = `new-${user.email}`;
    const { body } = await changeEmail(user, email);
    expect(body.user).toMatchObject({ email, email_verified: false });
    expect((await verify(former)).body.code).toBe('link_invalid');
    expect(await isVerified(user)).toBe(false);
    expect((await verify(await readToken({ email }))).status).toBe(200);
    expect(await isVerified(user)).toBe(true);
  });

  it('is not verified by a link for the former email address, even if that link is created after the change', async () => {
    const user = await makeUser(app);
    const now = app.clock.now();
    await changeEmail(user, `later-${user.email}`);
    const link = { userId: user.id, email: user.email, purpose: 'verify_email', now } as const;
    const late = await createLinkToken(app.db, link);
    expect(await verify(late)).toMatchObject({ status: 400, body: { code: 'link_invalid' } });
    expect(await isVerified(user)).toBe(false);
  });

  it('stays verified when only the case of its letters changes', async () => {
    const user = await makeUser(app);
    await waitForMails(app);
    const mails = listMailsTo(app, user).length;
    const { body } = await changeEmail(user, user.email.toUpperCase());
    expect(body.user.email_verified).toBe(true);
    await waitForMails(app);
    expect(app.mails.filter((mail) => mail.to.toLowerCase() === user.email)).toHaveLength(mails);
  });
});

describe('a request for another verification link', () => {
  it('mails a second link, and both links work until the user opens one of them', async () => {
    const user = await makeUnverifiedUser(app);
    const first = await readToken(user);
    expect((await resend(user)).body.msg).toBe('We have sent you a new link');
    const second = await readToken(user);
    expect(second).not.toBe(first);
    expect((await verify(first)).status).toBe(200);
    expect((await verify(second)).body.code).toBe('link_invalid');
    await waitForMails(app);
    const mails = listMailsTo(app, user).length;
    expect((await resend(user)).body.msg).toBe('Your email address is verified already');
    await waitForMails(app);
    expect(listMailsTo(app, user)).toHaveLength(mails);
  });

  it('is refused without a login session', async () => {
    expect((await app.call('POST /auth/verify-email/resend')).body.code).toBe('no_token');
  });
});

describe('a user who verifies the email address', () => {
  it('gets the tickets and the news that waited for the verification', async () => {
    const organiser = await makeOrganiser(app);
    const guest = await makeUnverifiedUser(app);
    const [gift, own] = [
      await makeEvent(app, { price: 20 }, organiser),
      await makeEvent(app, { price: 0 }, organiser),
    ];
    await app.call('POST /tickets', {
      token: organiser.token,
      body: { event_id: gift.id, user_id: guest.id },
    });
    await app.call('POST /events/:id/register', { token: guest.token, params: { id: own.id } });
    const change = { token: organiser.token, params: { id: own.id }, body: { location: 'The New Brewery' } };
    await app.call('PATCH /events/:id', change);
    await waitForNews(app);
    const subjects = () =>
      listMailsTo(app, guest)
        .map((mail) => mail.subject)
        .toSorted();
    expect(subjects()).toEqual(['Verify your email address', `Your ticket: ${own.title}`]);
    await verify(await readToken(guest));
    await waitForMails(app);
    expect(subjects()).toEqual([
      `New place: ${own.title}`,
      'Verify your email address',
      ...[gift, own].map(({ title }) => `Your ticket: ${title}`).toSorted(),
    ]);
  });
});

describe('the limits on mailing verification links', () => {
  it('refuse a sixth request for the link within an hour, and a sixth change of the email address within an hour', async () => {
    const [user, mover] = [await makeUnverifiedUser(app), await makeUnverifiedUser(app)];
    await waitForMails(app);
    setLimits(true);
    const resent = await Promise.all(Array.from({ length: 6 }, () => resend(user)));
    const moved: { status: number }[] = [];
    // One at a time, because six passwords of one user at the same moment are refused for another reason.
    for (let n = 0; n < 6; n += 1) moved.push(await changeEmail(mover, `${n}-${mover.email}`));
    setLimits(false);
    const sorted = (answers: { status: number }[]) =>
      answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(sorted(resent)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(moved.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    await waitForMails(app);
  });

  it('allow twenty links an hour for sign-ups from one network address; other new users can ask for a link later', async () => {
    await app.db.deleteFrom('limit_counts').execute();
    setLimits(true);
    const users: TestUser[] = [];
    for (let n = 0; n < 23; n += 1) users.push(await makeUnverifiedUser(app));
    await waitForMails(app);
    const count = () => users.filter((user) => listMailsTo(app, user).length > 0).length;
    expect(count()).toBe(20);
    const without = users.filter((user) => listMailsTo(app, user).length === 0);
    for (const user of without) {
      expect(await resend(user)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    }
    app.clock.advance(61 * 60_000);
    await releaseDueMails(app.deps);
    await waitForMails(app);
    expect(count()).toBe(20);
    app.clock.advance(-61 * 60_000);
    await app.db.deleteFrom('limit_counts').where('subject', 'like', 'mail_caller%').execute();
    for (const user of without) expect((await resend(user)).status).toBe(200);
    await waitForMails(app);
    expect(count()).toBe(23);
    setLimits(false);
  });
});

// Without this rule, strangers who sign up with an email address could keep its owner from verifying it.
describe('the newest verification link to an email address whose limit is used up', () => {
  it('is mailed as soon as the limit allows a mail again', async () => {
    await app.db.deleteFrom('limit_counts').execute();
    setLimits(true);
    const attacker = await makeUnverifiedUser(app);
    const ways = Array.from({ length: 9 }, (_, index) => `taken+${index}@example.org`);
    for (const email of ways) {
      await app.db.deleteFrom('limit_counts').where('subject', 'like', '%address%').execute();
      await changeEmail(attacker, email);
      await waitForMails(app);
    }
    await app.db.deleteFrom('limit_counts').where('subject', 'like', 'mail_caller%').execute();
    const owner = await signUp('owner-of-taken', 'taken@example.org');
    await waitForMails(app);
    app.clock.advance(61 * 60_000);
    await releaseDueMails(app.deps);
    await waitForMails(app);
    expect(listMailsTo(app, owner, 'Verify your email address')).toHaveLength(1);
    expect(app.mails.filter(({ to }) => ways.includes(to))).toHaveLength(5);
    app.clock.advance(-61 * 60_000);
    setLimits(false);
  });
});

describe('the mail with the verification link', () => {
  it('writes the user’s name so that no mail program turns the name into a link', async () => {
    const stranger = await signUp('claim-prize.evil-site.com', 'stranger@example.net');
    await waitForMails(app);
    const mail = only(listMailsTo(app, stranger));
    expect(mail.html).not.toContain('evil-site.com');
    expect(mail.text).toContain('Hello claim-prize.\u200bevil-site.\u200bcom,');
  });
});

async function signUp(username: string, email: string) {
  return (await app.call('POST /auth/register', { body: { username, email, password: testPassword } })).body
    .data.user;
}

function setLimits(rateLimits: boolean) {
  Object.assign(app.deps, { config: { ...app.deps.config, rateLimits } });
}
