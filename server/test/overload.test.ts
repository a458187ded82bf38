import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { makeEvent, makeUser } from './factories.ts';

const waiting = 5;

describe('a server whose requests wait for database connections', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ pool: 1, works: false, overloadLimits: { waiting, waitMs: 0 } });
  });

  afterAll(() => app.close());

  it('refuses new requests at once, finishes the requests under way, and still takes webhooks', async () => {
    const buyers = await Promise.all(Array.from({ length: waiting }, () => makeUser(app)));
    const event = await makeEvent(app, { max_attendees: 100 });
    const busy = Promise.withResolvers<void>();
    const isOpen = Promise.withResolvers<void>();
    const other = app.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      isOpen.resolve();
      await busy.promise;
    });
    await isOpen.promise;
    const register = (token: string) =>
      app.call('POST /events/:id/register', { token, params: { id: event.id } });
    const underWay = buyers.map(({ token }) => register(token));
    await expect.poll(() => app.deps.load.waiting()).toBe(waiting);

    const refused = await register(buyers[0]?.token ?? '');
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(refused.headers['retry-after']).toBe('5');
    for (const path of ['/api/events', '/feeds/events.ics', '/sitemap.xml', '/share/events/1.jpg'])
      expect([path, (await app.send('GET', path)).status]).toEqual([path, 503]);
    expect((await app.send('GET', '/api/health')).status).toBe(200);
    const webhook = app.send('POST', '/api/stripe/webhook', { json: {} });
    const ready = app.send('GET', '/api/ready');

    busy.resolve();
    await other;
    expect((await Promise.all(underWay)).map(({ status }) => status)).toEqual(buyers.map(() => 201));
    expect((await webhook).body.code).toBe('bad_signature');
    expect((await ready).status).toBe(200);
    expect((await app.send('GET', '/api/events')).status).toBe(200);
  });
});
