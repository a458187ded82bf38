import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import type { WebBuild } from '../../src/features/pages/pages.routes.ts';
import { startTestApp, type TestApp } from '../app.ts';
import type { TestDatabase } from '../database/create-database.ts';
import { createTestDatabase } from '../database/database.ts';
import { makeEvent, makeOrganiser, makeUnverifiedUser } from '../factories.ts';
import { createStillClock } from './still-clock.ts';

let database: TestDatabase;
let clientFolder: string;
let web: WebBuild;
/** Two processes on one database. */
let apps: [TestApp, TestApp];
let sites: [FastifyInstance, FastifyInstance];
let renders = 0;

/** Pages of /support?slow are rendered when this promise is resolved. */
let slowly: PromiseWithResolvers<void>;

/** Stands in for the web's renderer. Its page of an event is the answer of the API, and other pages exist too. */
const renderer = {
  hasPage: () => true,
  findCanonicalAddress: (url: string) => url.replace(/\?fbclid=\w+$/, ''),
  async render(url: string, { origin, fetch }: { origin: string; fetch: typeof globalThis.fetch }) {
    renders += 1;
    if (url.startsWith('/support?slow')) await slowly.promise;
    const [path] = url.split('?');
    if (!/^\/events\/\d+$/.test(path ?? '')) return { status: 200, html: `page ${renders} of ${url}` };
    const answer = await fetch(`${origin}/api${url}`);
    return { status: answer.status, html: await answer.text() };
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  clientFolder = await mkdtemp(join(tmpdir(), 'foyer-web-'));
  web = {
    clientFolder,
    assets: { scripts: [], styles: [], preloads: [] },
    renderer: renderer as never,
    inlineScript: '',
  };
  const one = await startTestApp({ databaseUrl: database.url, clock: createStillClock(), works: false });
  const two = await startTestApp({ databaseUrl: database.url, clock: one.clock, works: false });
  apps = [one, two];
  sites = [await buildApp(one.deps, { web }), await buildApp(two.deps, { web })];
});

afterAll(async () => {
  for (const site of sites) await site.close();
  for (const app of apps) await app.close();
  await database.drop();
  await rm(clientFolder, { recursive: true });
});

const read = (site: FastifyInstance, url: string, headers = {}) => site.inject({ url, headers });

describe('a rendered page', () => {
  it('is up to date at once in the process that changes its event, and within a second in another', async () => {
    const [one] = apps;
    const organiser = await makeOrganiser(one);
    const { id } = await makeEvent(one, { title: 'First' }, organiser);
    const url = `/events/${id}`;
    for (const site of sites) expect((await read(site, url)).body).toContain('First');
    const { token } = organiser;
    await one.call('PATCH /events/:id', { token, params: { id }, body: { title: 'Second' } });
    expect((await read(sites[0], url)).body).toContain('Second');
    expect((await read(sites[1], url, { 'cache-control': 'no-cache' })).body).toContain('Second');
    one.clock.advance(1000);
    expect((await read(sites[1], url)).body).toContain('Second');
    await one.call('PATCH /events/:id', { token, params: { id }, body: { status: 'draft' } });
    expect((await read(sites[0], url)).statusCode).toBe(404);
    one.clock.advance(1000);
    expect((await read(sites[1], url)).statusCode).toBe(404);
  });

  it('is rendered once for all addresses that differ only in what the page does not know', async () => {
    const [site] = sites;
    const { body } = await read(site, '/events?fbclid=one');
    for (const url of ['/events', '/events?fbclid=two']) expect((await read(site, url)).body).toBe(body);
    expect((await read(site, '/events?q=jazz')).body).not.toBe(body);
  });

  it('is at most one second old, although it is made from answers that are kept too', async () => {
    const [one, two] = apps;
    const organiser = await makeOrganiser(one);
    const { id } = await makeEvent(one, { title: 'First' }, organiser);
    await two.app.inject(`/api/events/${id}`);
    await sites[1].inject(`/api/events/${id}`);
    const { token } = organiser;
    await one.call('PATCH /events/:id', { token, params: { id }, body: { title: 'Second' } });
    expect((await read(sites[1], `/events/${id}`)).body).toContain('Second');
  });

  it('shows at most a second later that its last ticket was sold', async () => {
    const [one] = apps;
    const { id } = await makeEvent(one, { max_attendees: 1 });
    const remaining = async () => {
      const { event } = (await read(sites[0], `/events/${id}`)).json<{
        event: { tickets_remaining: number };
      }>();
      return event.tickets_remaining;
    };
    expect(await remaining()).toBe(1);
    const { token } = await makeOrganiser(one);
    await one.call('POST /events/:id/register', { token, params: { id } });
    one.clock.advance(1000);
    expect(await remaining()).toBe(0);
  });

  it('is rendered once for all who ask for it at the same time, also when the first of them leaves', async () => {
    const before = renders;
    slowly = Promise.withResolvers();
    const controller = new AbortController();
    const left = sites[0].inject({ url: '/support?slow', signal: controller.signal }).then(
      () => 'answered',
      () => 'left',
    );
    await expect.poll(() => renders).toBe(before + 1);
    const others = Array.from({ length: 20 }, () => read(sites[0], '/support?slow'));
    await expect.poll(() => sites[0].publicAnswers.count().pages.waiting).toBe(20);
    controller.abort();
    expect(await left).toBe('left');
    slowly.resolve();
    const statuses = (await Promise.all(others)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(renders).toBe(before + 1);
  });

  it('stays in memory when somebody signs up', async () => {
    const { hits } = sites[0].publicAnswers.count().pages;
    await read(sites[0], '/events');
    await makeUnverifiedUser(apps[0]);
    await read(sites[0], '/events');
    expect(sites[0].publicAnswers.count().pages.hits).toBe(hits + 1);
  });

  it('ends its connection when Foyer began to stop while the page was rendered', async () => {
    const before = renders;
    slowly = Promise.withResolvers();
    const site = await buildApp(apps[0].deps, { web });
    const address = await site.listen({ port: 0, host: '127.0.0.1' });
    const answer = fetch(`${address}/support?slow=stop`);
    await expect.poll(() => renders).toBe(before + 1);
    const stop = site.close();
    await expect.poll(() => site.server.listening).toBe(false);
    slowly.resolve();
    expect((await answer).headers.get('connection')).toBe('close');
    await stop;
  });

  it('comes from memory with the same headers, and is not sent again to a browser that has it', async () => {
    const first = await read(sites[0], '/events');
    const second = await read(sites[0], '/events');
    expect(second.body).toBe(first.body);
    expect(second.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=10, stale-while-revalidate=60',
    });
    expect(String(second.headers['content-security-policy'])).toContain("script-src 'self'");
    const known = await read(sites[0], '/events', { 'if-none-match': second.headers.etag });
    expect(known.statusCode).toBe(304);
    apps[0].clock.advance(1000);
    expect((await read(sites[0], '/events')).body).not.toBe(first.body);
  });
});

describe('a page that is not for everyone', () => {
  it('never comes from memory when its address has the key of a private event', async () => {
    const { id, private_key } = await makeEvent(apps[0], { is_public: false });
    for (const name of ['key', 'key', '%6Bey', 'k%65%79']) {
      const { statusCode, headers } = await read(sites[0], `/events/${id}?${name}=${private_key}`);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      expect(headers).not.toHaveProperty('etag');
    }
    expect((await read(sites[0], `/events/${id}`)).statusCode).toBe(404);
  });

  it.each([
    '/auth/login?next=%2Fevents%2F1%3Fkey%3DpR4vJ0c5mZ2k7VwN8rTb1g',
    '/mail/stop/c2VjcmV0',
    '/orders/7QK2M9XWTA',
    '/tickets/verify/secret',
    '/payment/success?session_id=cs_test_secret',
    '/dashboard',
    '/events/1/checkout?code=EARLYBIRD',
    '/events/1/checkout?co%64e=EARLYBIRD',
    '/events/1/attendees',
    '/events/1/orders/7QK2M9XWTA',
    '/events/create',
  ])('never comes from memory: %s', async (url) => {
    const before = renders;
    for (let n = 0; n < 2; n += 1) expect((await read(sites[0], url)).headers).not.toHaveProperty('etag');
    expect(renders).toBe(before + 2);
  });
});
