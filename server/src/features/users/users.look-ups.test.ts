import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  makeAdmin,
  makeMember,
  makeOrganiser,
  makeUser,
  testPassword,
  type TestUser,
} from '../../../test/factories.ts';
import { limited, newAddress } from '../../../test/guesses.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});

afterAll(() => app.close());

const unknown = { status: 404, body: { code: 'user_not_found', msg: 'User not found' } };

function findByName({ token }: TestUser, username: string) {
  return app.call('GET /users/username/:username', { token, params: { username } });
}

function findByEmail({ token }: TestUser, email: string) {
  return app.call('GET /users/email/:email', { token, params: { email } });
}

describe('the search for a user by username', () => {
  it('ignores case, and shows all fields only to the user and to administrators', async () => {
    const [user, stranger] = [await makeUser(app), await makeUser(app)];
    const { user: shown } = (await findByName(stranger, user.username.toUpperCase())).body;
    expect(Object.keys(shown).toSorted()).toEqual(['created_at', 'id', 'profile_image_url', 'username']);
    for (const caller of [user, admin]) {
      expect((await findByName(caller, user.username)).body.user).toMatchObject({
        id: user.id,
        email: user.email,
      });
    }
  });

  it('answers 404 for a name that no user has', async () => {
    expect(await findByName(await makeUser(app), 'no body')).toMatchObject(unknown);
  });
});

describe('the search for a user by email address', () => {
  it('works for the user, for administrators and for people in one of the user’s teams, ignoring case', async () => {
    const organiser = await makeOrganiser(app);
    const member = await makeMember(app, organiser.teamId, 'organizer');
    for (const caller of [member, admin]) {
      const { status, body } = await findByEmail(caller, member.email.toUpperCase());
      expect(status).toBe(200);
      expect(body.user).toMatchObject({ id: member.id, email: member.email });
    }
    const { body } = await findByEmail(organiser, member.email);
    expect(body.user).toMatchObject({ id: member.id, username: member.username });
    expect(JSON.stringify(body)).not.toContain(member.email);
  });

  it('gives people outside the user’s teams the same answer for a known and an unknown email address', async () => {
    const [user, stranger, organiser] = [await makeUser(app), await makeUser(app), await makeOrganiser(app)];
    for (const caller of [stranger, organiser]) {
      const known = await findByEmail(caller, user.email);
      expect(known).toMatchObject(unknown);
      expect((await findByEmail(caller, 'nobody@example.org')).body).toEqual(known.body);
      expect((await findByEmail(caller, '%')).body).toEqual(known.body);
    }
  });
});

describe('with limits switched on', () => {
  let limits: TestApp;

  beforeAll(async () => {
    limits = await startTestApp({ env: limited });
  });

  afterAll(() => limits.close());

  /** Reads a path below /api/users. Each request comes from a new network address unless the test gives one. */
  const read = (path: string | number, { token }: { token: string }, from = newAddress()) =>
    limits.send('GET', `/api/users/${path}`, { token, headers: { 'x-forwarded-for': from } });

  it('an account may look up other users 60 times an hour in total, and read its own profile without limit', async () => {
    const [user, other] = [await makeUser(limits), await makeUser(limits)];
    for (let count = 0; count < 20; count += 1) {
      expect((await read(other.id, user)).status).toBe(200);
      expect((await read(`username/${other.username}`, user)).status).toBe(200);
      expect((await read('email/nobody@example.org', user)).status).toBe(404);
    }
    const refused = await read(other.id, user);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.body.msg).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/);
    for (const path of [user.id, `username/${user.username}`, `email/${user.email}`]) {
      expect((await read(path, user)).status).toBe(200);
    }
  });

  it('all accounts at one network address together may look up other users 120 times an hour', async () => {
    const people = [await makeUser(limits), await makeUser(limits), await makeUser(limits)];
    const from = newAddress();
    const statuses: number[] = [];
    for (const person of people) {
      for (let count = 0; count < 45; count += 1) statuses.push((await read(admin.id, person, from)).status);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  });

  it('administrators may look up as many users as they like', async () => {
    const [boss, other] = [await makeAdmin(limits), await makeUser(limits)];
    for (let count = 0; count < 65; count += 1) expect((await read(other.id, boss)).status).toBe(200);
  });

  it('after thirty sign-ups with a taken name, nobody can sign up from the same network address within the hour', async () => {
    const known = await makeUser(limits);
    const from = newAddress();
    const signUp = async (account: { username: string; email: string }) =>
      limits.send('POST', '/api/auth/register', {
        json: { ...account, password: testPassword },
        headers: { 'x-forwarded-for': from },
      });
    // Successful sign-ups do not count towards the limit.
    expect((await signUp({ username: 'probe-new', email: 'probe-new@example.org' })).status).toBe(201);
    for (let count = 0; count < 15; count += 1) {
      const username = `probe-${count}`;
      expect((await signUp({ username, email: known.email })).body.code).toBe('email_taken');
      expect((await signUp({ username: known.username, email: `${username}@example.org` })).body.code).toBe(
        'username_taken',
      );
    }
    for (const email of [known.email, 'free@example.org']) {
      expect((await signUp({ username: 'probe-last', email })).body.code).toBe('too_many_requests');
    }
  });

  it('after thirty attempts to choose a taken username, no account at the same network address can change its username within the hour', async () => {
    const known = await makeUser(limits);
    const users = await Promise.all(Array.from({ length: 4 }, () => makeUser(limits)));
    const from = newAddress();
    const codes: string[] = [];
    for (const { id, token } of users) {
      for (let count = 0; count < 9; count += 1) {
        const { body } = await limits.send<{ code: string }>('PATCH', `/api/users/${id}`, {
          json: { username: known.username },
          headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from },
        });
        codes.push(body.code);
      }
    }
    expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 'username_taken'));
    expect(codes.slice(30)).toEqual(Array.from({ length: 6 }, () => 'too_many_requests'));
  });

  it('after thirty attempts to choose a taken username, an account cannot choose even a free username within the hour', async () => {
    const [user, known] = [await makeUser(limits), await makeUser(limits)];
    const rename = (username: string) =>
      limits.call('PATCH /users/:id', { token: user.token, params: { id: user.id }, body: { username } });
    for (let count = 0; count < 30; count += 1) {
      expect((await rename(known.username)).body.code).toBe('username_taken');
    }
    expect((await rename(known.username)).body.code).toBe('too_many_requests');
    expect((await rename(`${user.username}-new`)).body.code).toBe('too_many_requests');
  });
});
