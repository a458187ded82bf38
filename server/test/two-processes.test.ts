import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startFoyer, type Foyer } from '../../e2e/server.ts';
import type { Json } from './app.ts';
import { createDatabase, type TestDatabase } from './create-database.ts';

let database: TestDatabase;
let processes: Foyer[];

beforeAll(async () => {
  database = await createDatabase(inject('postgres').adminUrl);
  const env = { FOYER_DEMO: 'off', SESSION_SECRET: 'what both processes know and nobody else' };
  // Both start on an empty database at the same moment: one migrates, the other waits.
  processes = await Promise.all([1, 2].map(() => startFoyer({ databaseUrl: database.url, env })));
}, 60_000);

afterAll(async () => {
  await Promise.all(processes.map((foyer) => foyer.stop()));
  await database.drop();
});

interface Sent {
  method?: string;
  token?: string;
  body?: unknown;
}

/** Calls the API of one of the two, chosen by number. */
async function call(number: number, path: string, { method = 'GET', token, body }: Sent = {}) {
  const foyer = processes[number % processes.length];
  const answer = await fetch(`${foyer?.url}/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const parsed: Json = await answer.json();
  return { status: answer.status, body: parsed };
}

async function signUp(number: number, username: string, extra = {}) {
  const account = { username, email: `${username}@example.org`, password: 'a good password', ...extra };
  const { body } = await call(number, '/auth/register', { method: 'POST', body: account });
  const { user, accessToken, refreshToken } = body.data;
  return { id: Number(user.id), token: String(accessToken), refreshToken: String(refreshToken) };
}

async function publish(title: string, fields: object) {
  const organiser = await signUp(0, `${title}_organiser`, {
    isEventOrganiser: true,
    teamName: `${title} team`,
  });
  const times = { start_time: '2031-05-01T18:00:00Z', end_time: '2031-05-01T20:00:00Z' };
  const { body } = await call(1, '/events', {
    method: 'POST',
    token: organiser.token,
    body: { title, ...times, status: 'published', ...fields },
  });
  return Number(body.event.id);
}

describe('two processes on one PostgreSQL', () => {
  it('share sign-ins: a token from one works on the other, and so does logging out', async () => {
    const user = await signUp(0, 'wanda');
    expect((await call(1, `/users/${user.id}`, { token: user.token })).body.user.email).toBe(
      'wanda@example.org',
    );
    await call(1, '/auth/logout', { method: 'POST', body: { refreshToken: user.refreshToken } });
    expect((await call(0, `/users/${user.id}`, { token: user.token })).status).toBe(401);
  });

  it.each([
    { kind: 'free', fields: { price: 0 } },
    { kind: 'paid', fields: { price: 12 } },
  ])('sell the last ten $kind seats to exactly ten of forty buyers at once', async ({ kind, fields }) => {
    const eventId = await publish(`last_${kind}`, { max_attendees: 10, ...fields });
    const buyers = await Promise.all(Array.from({ length: 40 }, (_, n) => signUp(n, `${kind}_buyer_${n}`)));
    const answers = await Promise.all(
      buyers.map((buyer, n) =>
        kind === 'free'
          ? call(n, `/events/${eventId}/register`, { method: 'POST', token: buyer.token, body: {} })
          : call(n, '/stripe/create-checkout-session', {
              method: 'POST',
              token: buyer.token,
              body: { eventId, userId: buyer.id },
            }),
      ),
    );
    const outcomes = answers.map(({ status, body }) => (status < 300 ? 'seat' : body.code));
    expect(outcomes.filter((outcome) => outcome === 'seat')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'event_sold_out')).toHaveLength(30);
    const { body } = await call(1, `/events/${eventId}`);
    expect(body.event).toMatchObject({ tickets_remaining: 0, attendee_count: 10 });
  });
});
