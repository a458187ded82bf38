import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser, type TestUser } from '../../../../test/factories.ts';

const maxNamed = 30;

let app: TestApp;
let victims: TestUser[];

beforeAll(async () => {
  app = await startTestApp();
  victims = await Promise.all(Array.from({ length: maxNamed + 1 }, () => makeUser(app)));
  // Switch the limits on after the sign-ups, because all these users sign up from one network address.
  Object.assign(app.deps, { config: { ...app.deps.config, rateLimits: true } });
});

afterAll(() => app.close());

// All requests come from one network address. Reset the count before each test, because otherwise the tests together
// would use up the limit.
beforeEach(() => setNamedFromHere(0));

async function setNamedFromHere(uses: number) {
  const window_ends_at = new Date(app.clock.now().getTime() + 60 * 60_000);
  await app.db
    .insertInto('limit_counts')
    .values({ subject: 'naming_address:127.0.0.1', uses, window_ends_at })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet({ uses, window_ends_at }))
    .execute();
}

type Organiser = Awaited<ReturnType<typeof makeOrganiser>>;

async function makeDoors() {
  const organiser = await makeOrganiser(app);
  const event = await makeEvent(app, { price: 0, max_attendees: 200 }, organiser);
  return { organiser, eventId: event.id };
}

const doors = {
  'POST /teams/members': ({ token, teamId }: Organiser, _eventId: number, user_id: number) =>
    app.call('POST /teams/members', { token, body: { team_id: teamId, role: 'organizer', user_id } }),
  'POST /tickets': ({ token }: Organiser, event_id: number, user_id: number) =>
    app.call('POST /tickets', { token, body: { event_id, user_id } }),
  'POST /events/:id/register': ({ token }: Organiser, id: number, user_id: number) =>
    app.call('POST /events/:id/register', { token, params: { id }, body: { user_id } }),
};

// Without this limit, a team could add one user after the other to learn their email addresses, or to send them
// emails.
describe('a request that names another user', () => {
  it.each(Object.entries(doors))(
    'is refused by %s after the account has named thirty users',
    async (_door, name) => {
      const { organiser, eventId } = await makeDoors();
      for (const victim of victims.slice(0, maxNamed)) {
        expect((await name(organiser, eventId, victim.id)).status).toBe(201);
      }
      const last = victims.at(-1);
      const refused = await name(organiser, eventId, last?.id ?? 0);
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(15 * 60);
      expect(JSON.stringify(refused.body)).not.toContain(last?.email);
    },
  );

  it('is refused after the account has named thirty users, whether they exist or not, in all calls together', async () => {
    const { organiser, eventId } = await makeDoors();
    const ways = Object.values(doors);
    for (let named = 0; named < maxNamed; named += 1) {
      expect((await ways[named % 3]?.(organiser, eventId, 2_000_000))?.status).toBe(404);
    }
    for (const name of ways) expect((await name(organiser, eventId, victims[0]?.id ?? 0)).status).toBe(429);
  });

  it('is refused after all accounts at one network address have together named a hundred users', async () => {
    await setNamedFromHere(99);
    const { organiser, eventId } = await makeDoors();
    const another = await makeDoors();
    const nobody = 2_000_000;
    expect((await doors['POST /tickets'](organiser, eventId, nobody)).status).toBe(404);
    expect((await doors['POST /tickets'](another.organiser, another.eventId, nobody)).status).toBe(429);
  });
});

// The answer tells whether an email address has an account, so nobody may try many email addresses.
describe('giving tickets to typed email addresses', () => {
  it('is refused after twenty email addresses in a day, with the same answer for known and unknown addresses', async () => {
    const { organiser, eventId } = await makeDoors();
    const give = (email: string) =>
      app.call('POST /tickets', { token: organiser.token, body: { event_id: eventId, email } });
    for (let typed = 0; typed < 20; typed += 1) {
      expect((await give(`nobody-${typed}@example.org`)).status).toBe(404);
    }
    const refused = { status: 429, body: { code: 'too_many_requests' } };
    expect(await give('nobody@example.org')).toMatchObject(refused);
    expect(await give(victims[0]?.email ?? '')).toMatchObject(refused);
    const byName = { event_id: eventId, username: victims[0]?.username };
    expect((await app.call('POST /tickets', { token: organiser.token, body: byName })).status).toBe(201);
  });
});

describe('the limit on naming other users', () => {
  it('does not stop users from registering themselves', async () => {
    const { organiser, eventId } = await makeDoors();
    for (let named = 0; named <= maxNamed; named += 1) {
      await doors['POST /tickets'](organiser, eventId, 2_000_000);
    }
    expect((await doors['POST /events/:id/register'](organiser, eventId, organiser.id)).status).toBe(201);
  });

  it('does not apply to site administrators', async () => {
    const { organiser, eventId } = await makeDoors();
    const admin = { ...organiser, ...(await makeAdmin(app)) };
    for (const victim of victims) {
      expect((await doors['POST /events/:id/register'](admin, eventId, victim.id)).status).toBe(201);
    }
  });
});
