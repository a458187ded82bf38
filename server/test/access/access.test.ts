import { isDeepStrictEqual } from 'node:util';
import { endpoints } from '@foyer/contract/index.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callers, makeScene, type Scene } from './access-scene.ts';
import { table } from './access-table.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { countWrites } from '../database/table-writes.ts';
import { makeEvent, makeMember, makeOrganiser, makeUser, openCheckout } from '../factories.ts';
import { readTicket } from '../tickets.ts';

const ourOrigin = 'https://tickets.example.org';

let app: TestApp;
let scene: Scene;
let readWrites: () => Promise<Map<string, number>>;

beforeAll(async () => {
  app = await startTestApp({
    works: false,
    env: { CORS_ORIGINS: `https://first.example.org, ${ourOrigin}` },
  });
  // Jobs do not run, and the sandbox sends no webhooks, so only the tested calls change the database.
  await app.sandbox.setSwitches({ webhookDrop: true });
  scene = await makeScene(app);
  readWrites = await countWrites(app.db);
});

afterAll(() => app.close());

const tables = [
  'users',
  'sessions',
  'teams',
  'team_members',
  'team_invitations',
  'events',
  'ticket_types',
  'promo_codes',
  'orders',
  'tickets',
  'door_links',
  'payments',
  'audit_entries',
  'messages',
  'webhook_events',
] as const;

/** The hash of each table, with the number of writes to the table before the hash was made. */
const known = new Map<string, { writes: number | undefined; hash: string | null }>();

/**
 * Returns a hash of each table, to show whether a call has changed a row. Only tables that were written since their
 * last hash are read again.
 */
async function hashTables() {
  const writes = await readWrites();
  const written = tables.filter((name) => known.get(name)?.writes !== writes.get(name));
  if (written.length > 0) {
    const hashes = written.map((name) => {
      const row = sql`md5(string_agg(${sql.ref(name)}::text, ' ' order by id))`;
      return sql`(select ${row} from ${sql.table(name)}) as ${sql.ref(name)}`;
    });
    const { rows } = await sql<Record<string, string | null>>`select ${sql.join(hashes)}`.execute(app.db);
    for (const name of written) {
      known.set(name, { writes: writes.get(name), hash: rows[0]?.[name] ?? null });
    }
  }
  return Object.fromEntries(tables.map((name) => [name, known.get(name)?.hash]));
}

describe('the access table', () => {
  it('has a status for each endpoint and each caller', () => {
    const called = Object.entries(endpoints).filter(([, { access }]) => access !== 'provider');
    expect(new Set(table.map((row) => row.key))).toEqual(new Set(called.map(([key]) => key)));
    expect(table.filter((row) => row.statuses.length !== callers.length)).toEqual([]);
  });

  it.each(table)(
    'matches the server’s answers, and refused calls change no data: $key $about',
    async ({ key, statuses, volunteer = statuses[0], prepare }) => {
      const expected: Record<string, number | undefined> = {
        ...Object.fromEntries(callers.map((caller, index) => [caller, statuses[index]])),
        volunteer,
      };
      const answered: Record<string, number> = {};
      const changedByRefused: string[] = [];
      // A call that writes nothing leaves its request to the next caller, because making a new one takes long.
      let prepared: Awaited<ReturnType<typeof prepare>> | undefined;
      for (const caller of [...callers, 'volunteer'] as const) {
        const ask = prepared ?? (await prepare(scene));
        const credentials =
          caller === 'volunteer' ? { doorKey: await scene.doorKey() } : { token: scene.findToken(caller) };
        const isRefusedWrite = endpoints[key].method !== 'GET' && (expected[caller] ?? 0) >= 400;
        const before = isRefusedWrite && (await hashTables());
        const writes = await readWrites();
        answered[caller] = (await ask(credentials)).status;
        const hasWritten = !isDeepStrictEqual(await readWrites(), writes);
        prepared = hasWritten ? undefined : ask;
        if (before && hasWritten && !isDeepStrictEqual(await hashTables(), before)) {
          changedByRefused.push(caller);
        }
      }
      expect(answered).toEqual(expected);
      expect(changedByRefused).toEqual([]);
    },
  );
});

describe('a site administrator', () => {
  it('cannot delete an event before its paid tickets are refunded', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 10 }, organiser);
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
    const sync = { token: buyer.token, params: { sessionId } };
    const { ticketId } = (await app.call('POST /stripe/sync-payment/:sessionId', sync)).body;
    const remove = (token: string | undefined) =>
      app.call('DELETE /events/:id', { token, params: { id: event.id } });

    const refusal = { status: 409, body: { code: 'event_has_paid_tickets' } };
    expect(await remove(organiser.token)).toMatchObject(refusal);
    expect(await remove(scene.people['site admin'].token)).toMatchObject(refusal);
    const use = { token: organiser.token, params: { codeOrId: Number(ticketId) } };
    expect((await app.call('POST /tickets/use/:codeOrId', use)).status).toBe(200);
    expect(await remove(organiser.token)).toMatchObject(refusal);
    const read = () => app.call('GET /events/:id', { params: { id: event.id } });
    expect((await read()).body.event).toMatchObject({ id: event.id, attendee_count: 1 });
    await app.db
      .updateTable('tickets')
      .set({ status: 'refunded', used_at: null, used_by: null })
      .where('id', '=', ticketId)
      .execute();
    expect((await remove(organiser.token)).status).toBe(204);
    expect((await read()).status).toBe(404);
  });

  it('cannot cancel a registration whose ticket was used', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 0, max_attendees: 4 }, organiser);
    const guest = await makeUser(app);
    const { body } = await app.call('POST /events/:id/register', {
      token: guest.token,
      params: { id: event.id },
    });
    const ticket = await readTicket(app, body.registration.id);
    const door = await makeMember(app, organiser.teamId, 'organizer');
    await app.call('POST /tickets/use/:codeOrId', { token: door.token, params: { codeOrId: ticket.id } });

    const before = await hashTables();
    for (const token of [guest.token, scene.people['site admin'].token]) {
      const cancelled = await app.call('PATCH /events/registrations/:id/cancel', {
        token,
        params: { id: body.registration.id },
      });
      expect(cancelled).toMatchObject({ status: 409, body: { code: 'ticket_used' } });
    }
    expect(await hashTables()).toEqual(before);
  });
});

describe('a page of another website', () => {
  async function findAllowed(on: TestApp, origin: string) {
    const headers = { origin, 'access-control-request-method': 'PATCH' };
    const answers = [
      await on.send('GET', '/api/events', { headers: { origin } }),
      await on.send('OPTIONS', '/api/events/1', { headers }),
    ];
    return answers.map((answer) => answer.headers['access-control-allow-origin']);
  }

  it('may call the API when its origin is in CORS_ORIGINS', async () => {
    expect(await findAllowed(app, ourOrigin)).toEqual([ourOrigin, ourOrigin]);
    expect(await findAllowed(app, 'https://first.example.org')).toEqual(
      Array.from({ length: 2 }, () => 'https://first.example.org'),
    );
  });

  it('may use every method of the API when its origin is in CORS_ORIGINS', async () => {
    const asked = await app.send('OPTIONS', '/api/events/1', {
      headers: { origin: ourOrigin, 'access-control-request-method': 'DELETE' },
    });
    const allowed = String(asked.headers['access-control-allow-methods']).split(', ');
    const used = Object.values(endpoints).map((spec) => spec.method);
    expect(allowed).toEqual(expect.arrayContaining(used));
  });

  it.each([
    'https://elsewhere.example.org',
    `${ourOrigin}.evil.example`,
    'http://tickets.example.org',
    'null',
  ])('cannot call the API from %s, which is not in CORS_ORIGINS', async (origin) =>
    expect(await findAllowed(app, origin)).toEqual([undefined, undefined]),
  );

  it('cannot call the API when CORS_ORIGINS is empty', async () => {
    const closed = await startTestApp();
    expect(await findAllowed(closed, ourOrigin)).toEqual([undefined, undefined]);
    await closed.close();
  });
});
