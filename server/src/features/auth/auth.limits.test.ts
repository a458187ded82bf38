import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { createTestDatabase } from '../../../test/database/database.ts';
import { makeUser } from '../../../test/factories.ts';
import {
  createStillClock,
  guess,
  limited,
  listNewAddresses,
  logIn,
  newAddress,
} from '../../../test/guesses.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: limited, clock: createStillClock() });
});

afterAll(() => app.close());

describe('password guesses at one account from one network address', () => {
  it('are refused after ten in fifteen minutes, whether they name the username or the email address', async () => {
    const { username, email } = await makeUser(app);
    const from = newAddress();
    for (let count = 0; count < 5; count += 1) {
      expect((await logIn(app, { username, password: 'a guess', from })).status).toBe(401);
      expect((await logIn(app, { username: email.toUpperCase(), password: 'a guess', from })).status).toBe(
        401,
      );
    }
    const refused = await logIn(app, { username, from });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(refused.body.msg).toBe('Too many attempts. Please try again in 15 minutes.');
    expect((await logIn(app, { username: email, from })).status).toBe(429);
    expect((await logIn(app, { username, from: newAddress() })).status).toBe(200);
    app.clock.advance(16 * 60_000);
    expect((await logIn(app, { username, from })).status).toBe(200);
  });

  it('are counted together with guesses from other addresses of the same IPv6 /64 network', async () => {
    const { username } = await makeUser(app);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      const from = `2001:db8:5:7::${(count + 1).toString(16)}`;
      statuses.push((await logIn(app, { username, password: 'a guess', from })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  it('get the same answers whether the account exists or not', async () => {
    const { username } = await makeUser(app);
    const answers = async (name: string) => {
      const from = newAddress();
      const all: unknown[] = [];
      for (let count = 0; count < 12; count += 1) {
        const { status, body } = await logIn(app, { username: name, password: 'a guess', from });
        all.push({ status, body });
      }
      return all;
    };
    expect(await answers('nobody_has_this_name')).toEqual(await answers(username));
  });
});

describe('password guesses from one network address', () => {
  it('are refused after a hundred failures, even if they name different accounts and their headers claim other addresses', async () => {
    const from = newAddress();
    const window_ends_at = new Date(app.clock.now().getTime() + 60_000);
    await app.db
      .insertInto('limit_counts')
      .values({ subject: `login_address:${from}`, uses: 98, window_ends_at })
      .execute();
    const statuses: number[] = [];
    for (let count = 1; count <= 4; count += 1) {
      const claimed = `198.51.100.${count}, ${from}`;
      statuses.push((await logIn(app, { username: `nobody_${count}`, password: 'x', from: claimed })).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
  });

  it('are not counted against an account when the network address is blocked', async () => {
    const { username } = await makeUser(app);
    const from = newAddress();
    const window_ends_at = new Date(app.clock.now().getTime() + 60_000);
    await app.db
      .insertInto('limit_counts')
      .values({ subject: `login_address:${from}`, uses: 100, window_ends_at })
      .execute();
    const listCounted = () =>
      app.db.selectFrom('limit_counts').selectAll().where('subject', 'like', 'login_account%').execute();
    const before = await listCounted();
    expect((await logIn(app, { username, password: 'a guess', from })).status).toBe(429);
    expect(await listCounted()).toEqual(before);
  });
});

describe('the owner of an attacked account', () => {
  it('logs in at once on a new device if an attacker has made fewer than twenty guesses, each from another network address', async () => {
    const { username } = await makeUser(app);
    expect(await guess(app, username, listNewAddresses(11))).toBe(11);
    expect((await logIn(app, { username, from: newAddress() })).status).toBe(200);
  });

  it('logs in at once on a device that logged in before, even from the network address of the attacker', async () => {
    const { username } = await makeUser(app);
    const attackers = listNewAddresses(200);
    const { cookie } = await logIn(app, { username, from: newAddress() });
    for (let round = 0; round < 3; round += 1) await guess(app, username, attackers);
    const again = await logIn(app, { username, cookie, from: String(attackers[0]) });
    expect(again.status).toBe(200);
    expect((await logIn(app, { username, cookie: again.cookie, from: newAddress() })).status).toBe(200);
  });

  it('logs in on a new device after waiting about a minute, while an attack from 200 network addresses continues', async () => {
    const { username } = await makeUser(app);
    const attackers = listNewAddresses(200);
    await guess(app, username, attackers);
    await guess(app, username, attackers);
    const home = newAddress();
    const first = await logIn(app, { username, from: home });
    expect(first.status).toBe(429);
    expect(first.body.msg).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/);
    expect(first.wait).toBeLessThanOrEqual(61);
    app.clock.advance((first.wait - 1) * 1000);
    await guess(app, username, attackers);
    // A login one second too early is refused, but the refusal does not lengthen the wait of this network address.
    const early = await logIn(app, { username, from: home });
    expect(early.wait).toBeLessThanOrEqual(2);
    app.clock.advance(early.wait * 1000);
    await guess(app, username, attackers);
    expect((await logIn(app, { username, from: home })).status).toBe(200);
  });

  it('is protected after twenty guesses: all network addresses together may then guess only once every 0.3 seconds', async () => {
    const { username } = await makeUser(app);
    const attackers = listNewAddresses(100);
    // The first 20 guesses in fifteen minutes are free. All further guesses must wait for a turn.
    expect(await guess(app, username, attackers)).toBe(20);
    let guesses = 0;
    for (let round = 0; round < 3; round += 1) {
      app.clock.advance(20_000);
      guesses += await guess(app, username, attackers);
      await guess(app, username, attackers);
    }
    expect(guesses).toBeGreaterThan(70);
    expect(guesses).toBeLessThanOrEqual((3 * 20) / 0.3);
  });

  it('waits at most five seconds while the attacker uses hundreds of networks of one IPv6 customer', async () => {
    const { username } = await makeUser(app);
    await guess(app, username, listNewAddresses(20));
    await guess(
      app,
      username,
      Array.from({ length: 250 }, (_, number) => `2001:db8:ffff:${number.toString(16)}::1`),
    );
    expect((await logIn(app, { username, from: newAddress() })).wait).toBeLessThanOrEqual(5);
  });
});

describe('logging in from one network to an account that is slowed', () => {
  it('needs a longer wait after each failure, up to a minute, and allows one try after each wait', async () => {
    const { username } = await makeUser(app);
    await guess(app, username, listNewAddresses(20));
    const from = newAddress();
    const waits: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const { wait } = await logIn(app, { username, password: 'a guess', from });
      waits.push(wait);
      app.clock.advance(wait * 1000);
      const both = await Promise.all([1, 2].map(() => logIn(app, { username, password: 'a guess', from })));
      expect(new Set(both.map(({ status }) => status))).toEqual(new Set([401, 429]));
    }
    expect(waits).toEqual([5, 10, 20, 40, 60]);
  });
});

describe('two server processes on one database', () => {
  it('share the counts of failed logins, the waiting times and the known devices', async () => {
    const database = await createTestDatabase();
    const first = await startTestApp({ env: limited, databaseUrl: database.url, clock: createStillClock() });
    const second = await startTestApp({ env: limited, databaseUrl: database.url, clock: first.clock });
    const { username } = await makeUser(first);
    const { cookie } = await logIn(first, { username, from: newAddress() });
    const attackers = listNewAddresses(30);
    const tried = await Promise.all([
      guess(first, username, attackers.slice(0, 15)),
      guess(second, username, attackers.slice(15)),
    ]);
    expect(tried[0] + tried[1]).toBe(20);
    const from = newAddress();
    const { wait } = await logIn(first, { username, from });
    expect(wait).toBeGreaterThan(0);
    expect((await logIn(second, { username, from: newAddress(), cookie })).status).toBe(200);
    first.clock.advance(wait * 1000);
    expect((await logIn(second, { username, from })).status).toBe(200);
    expect((await logIn(first, { username, from: newAddress() })).status).toBe(429);
    await second.close();
    await first.close();
    await database.drop();
  });
});

describe('a sign-up whose use of a limit cannot be taken back', () => {
  it('succeeds, because the account has been made', async () => {
    const own = await startTestApp({ env: limited, clock: createStillClock() });
    await sql`
      create function refuse_less() returns trigger language plpgsql as $$
      begin
        raise exception 'not now';
      end $$`.execute(own.db);
    await sql`
      create trigger refuse_less before update on limit_counts
      for each row when (new.uses < old.uses) execute function refuse_less()`.execute(own.db);
    const { status } = await own.send('POST', '/api/auth/register', {
      json: { username: 'mara', email: 'mara@example.org', password: 'correct horse battery' },
      headers: { 'x-forwarded-for': newAddress() },
    });
    expect(status).toBe(201);
    await own.close();
  });
});
