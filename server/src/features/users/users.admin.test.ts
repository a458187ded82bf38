import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeUser, testPassword, type TestUser } from '../../../test/factories.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});

afterAll(() => app.close());

describe('the list of users', () => {
  const list = async (query: Record<string, string> = {}) =>
    (await app.call('GET /users', { token: admin.token, query })).body;

  it('shows all users in pages, or only users whose username or email address contains the search text', async () => {
    const people = [await makeUser(app), await makeUser(app), await makeUser(app)];
    const all = await list();
    expect(all.total_users).toBe(all.users.length);
    expect(all.users.map((user) => user.id)).toEqual(
      all.users.map((user) => user.id).toSorted((a, b) => a - b),
    );
    expect(await list({ limit: '2', page: '2' })).toMatchObject({
      total_users: all.total_users,
      users: all.users.slice(2, 4).map(({ id }) => ({ id })),
    });
    const [one] = people;
    expect(await list({ q: one?.username.toUpperCase() ?? '' })).toMatchObject({
      total_users: 1,
      users: [{ id: one?.id, email: one?.email }],
    });
    expect((await list({ q: '@example.org' })).total_users).toBe(all.total_users);
  });

  it('searches for the wildcard characters of SQL as ordinary characters', async () => {
    for (const q of ['%', '\\', '__________________________________']) {
      expect(await list({ q })).toEqual({ users: [], total_users: 0 });
    }
  });

  it.each(['0', '-1', 'many', '1.5'])('refuses "%s" as the page number', async (page) => {
    const answer = await app.call('GET /users', { token: admin.token, query: { page } });
    expect(answer).toMatchObject({ status: 400, body: { msg: 'Limit and page must be positive numbers' } });
  });
});

describe('a list of 50,000 users', () => {
  it('is paged, sorted and searched by the server', async () => {
    const many = await startTestApp();
    const { token } = await makeAdmin(many);
    await sql`
      insert into users (username, email, password_hash)
      select 'person_' || n, 'person.' || n || '@example.com', 'nobody logs in' from generate_series(1, 50000) n
    `.execute(many.db);
    const list = async (query: Record<string, string>) => {
      const { body } = await many.call('GET /users', { token, query });
      return { total: body.total_users, names: body.users.map(({ username }) => username) };
    };
    const last = await list({ limit: '20', page: '2501' });
    expect(last).toEqual({ total: 50_001, names: ['person_50000'] });
    const byEmail = await list({ limit: '20', sort_by: 'email', order: 'desc' });
    // The first row is the administrator.
    expect(byEmail.names.slice(1).filter((name) => !name.startsWith('person_9'))).toEqual([]);
    const found = await list({ limit: '20', q: 'PERSON.4711' });
    expect(found.total).toBe(11);
    expect(found.names).toContain('person_47110');
    await many.close();
  });
});

describe('a user created by an administrator', () => {
  const make = (body: { username: string; email: string; password: string; is_site_admin?: boolean }) =>
    app.call('POST /users', { token: admin.token, body });

  it('can log in at once, and is an administrator only if created as one', async () => {
    for (const is_site_admin of [undefined, true]) {
      const username = `new-${String(is_site_admin)}`;
      const answer = await make({
        username,
        email: `${username}@example.org`,
        password: testPassword,
        is_site_admin,
      });
      expect(answer.status).toBe(201);
      expect(answer.body.user).toMatchObject({ username, is_site_admin: is_site_admin === true, teams: [] });
      expect(answer.body.newUser).toEqual(answer.body.user);
      expect(JSON.stringify(answer.body)).not.toMatch(/password_|argon2|good password/);
      const loggedIn = await app.call('POST /auth/login', { body: { username, password: testPassword } });
      expect(loggedIn.status).toBe(200);
    }
  });

  it('needs a username and an email address that no other user has, ignoring case', async () => {
    const taken = await makeUser(app);
    const account = { username: 'free-name', email: 'free@example.org', password: testPassword };
    expect(await make({ ...account, username: taken.username.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'username_taken', msg: 'Username already exists' },
    });
    expect(await make({ ...account, email: taken.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'email_taken', msg: 'Email already exists' },
    });
  });
});
