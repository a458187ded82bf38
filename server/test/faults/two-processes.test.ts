import { endpoints, type EndpointKey } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startFoyer, type Foyer } from '../../../e2e/server.ts';
import type { Received } from '../app.ts';
import { createDatabase, type TestDatabase } from '../database/create-database.ts';

let database: TestDatabase;
let processes: Foyer[];

beforeAll(async () => {
  database = await createDatabase(inject('postgres').adminUrl);
  const env = { FOYER_DEMO: 'off', SESSION_SECRET: 'a secret that both processes share' };
  // Both processes start on an empty database at the same moment. One process runs the migrations while the
  // other process waits.
  processes = await Promise.all([1, 2].map(() => startFoyer({ databaseUrl: database.url, env })));
}, 60_000);

afterAll(async () => {
  await Promise.all(processes.map((foyer) => foyer.stop()));
  await database.drop();
});

/** An even number means the first process, an odd number the second. */
async function call<K extends EndpointKey>(
  number: number,
  key: K,
  { path = '', token, body }: { path?: string; token?: string; body?: unknown } = {},
) {
  const foyer = processes[number % processes.length];
  const { method, path: pattern } = endpoints[key];
  const answer = await fetch(`${foyer?.url}/api${path || pattern}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const parsed: unknown = await answer.json();
  return { status: answer.status, body: parsed as Received<K> };
}

async function signUp(number: number, username: string, extra = {}) {
  const account = { username, email: `${username}@example.org`, password: 'a good password', ...extra };
  const { body } = await call(number, 'POST /auth/register', { body: account });
  const { user, accessToken: token, refreshToken } = body.data;
  return { id: user.id, token, refreshToken };
}

async function publish(title: string, fields: object) {
  const { token } = await signUp(0, `${title}_organiser`, {
    isEventOrganiser: true,
    teamName: `${title} team`,
  });
  const times = { start_time: '2031-05-01T18:00:00Z', end_time: '2031-05-01T20:00:00Z' };
  const { body } = await call(1, 'POST /events', {
    token,
    body: { title, ...times, status: 'published', ...fields },
  });
  return body.event.id;
}

describe('two processes on one PostgreSQL', () => {
  it('share sessions, so a token from one process works on the other process until the user logs out', async () => {
    const user = await signUp(0, 'wanda');
    const me = { path: `/users/${user.id}`, token: user.token };
    expect((await call(1, 'GET /users/:id', me)).body.user).toMatchObject({ email: 'wanda@example.org' });
    await call(1, 'POST /auth/logout', { body: { refreshToken: user.refreshToken } });
    expect((await call(0, 'GET /users/:id', me)).status).toBe(401);
  });

  it.each([
    { kind: 'free', fields: { price: 0 } },
    { kind: 'paid', fields: { price: 12 } },
  ])(
    'sell the ten seats of a $kind event to exactly ten of forty simultaneous buyers',
    async ({ kind, fields }) => {
      const eventId = await publish(`last_${kind}`, { max_attendees: 10, ...fields });
      const buyers: Awaited<ReturnType<typeof signUp>>[] = [];
      // A server hashes only a few passwords at once, and answers further sign-ups with 503 on a busy machine.
      while (buyers.length < 40) {
        const n = buyers.length;
        const signingUp = Array.from({ length: 8 }, (_, i) => signUp(n + i, `${kind}_buyer_${n + i}`));
        buyers.push(...(await Promise.all(signingUp)));
      }
      const answers = await Promise.all(
        buyers.map((buyer, n) =>
          kind === 'free'
            ? call(n, 'POST /events/:id/register', {
                path: `/events/${eventId}/register`,
                token: buyer.token,
                body: {},
              })
            : call(n, 'POST /stripe/create-checkout-session', {
                token: buyer.token,
                body: { eventId, userId: buyer.id },
              }),
        ),
      );
      const outcomes = answers.map(({ status, body }) => (status < 300 ? 'seat' : body.code));
      expect(outcomes.filter((outcome) => outcome === 'seat')).toHaveLength(10);
      expect(outcomes.filter((outcome) => outcome === 'event_sold_out')).toHaveLength(30);
      const { body } = await call(1, 'GET /events/:id', { path: `/events/${eventId}` });
      expect(body.event).toMatchObject({ tickets_remaining: 0, attendee_count: 10 });
    },
  );
});
