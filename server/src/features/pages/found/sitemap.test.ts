import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, type TestUser } from '../../../../test/factories.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };

const publicUrl = 'http://tickets.localhost:8080';

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

const read = (url: string, headers = {}) => app.app.inject({ url, headers });

describe('robots.txt', () => {
  it('names the sitemap at the address of the site, and keeps no public page from search engines', async () => {
    const { body, headers } = await read('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain(`Sitemap: ${app.deps.publicUrl}/sitemap.xml\n`);
    const kept = body.match(/(?<=Disallow: ).+/g) ?? [];
    for (const path of [
      '/',
      '/events',
      '/events/42-jazz',
      '/share/events/42.jpg',
      '/uploads/events/a/page.webp',
    ])
      expect(kept.filter((prefix) => path.startsWith(prefix))).toEqual([]);
  });
});

describe('the sitemap', () => {
  it('leads from its index to the lists and to every published public event, with the time of its last change', async () => {
    const event = await makeEvent(app, { title: 'Żywa & muzyka' }, organiser);
    const index = (await read('/sitemap.xml')).body;
    const addresses = index.match(/(?<=<loc>)[^<]+/g) ?? [];
    expect(addresses).toEqual([
      `${app.deps.publicUrl}/sitemap-pages.xml`,
      `${app.deps.publicUrl}/sitemap-teams.xml`,
      `${app.deps.publicUrl}/sitemap-events-1.xml`,
    ]);
    expect(index).toContain(`<lastmod>${event.updated_at}</lastmod>`);
    const events = await read('/sitemap-events-1.xml');
    expect(events.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(events.body).toContain(
      `<loc>${app.deps.publicUrl}/events/${event.id}-zywa-muzyka</loc><lastmod>${event.updated_at}</lastmod>`,
    );
    const pages = (await read('/sitemap-pages.xml')).body;
    expect(pages).toContain(`<loc>${app.deps.publicUrl}/</loc>`);
    expect(pages).toContain(`<loc>${app.deps.publicUrl}/events?category=Music</loc>`);
  });

  it('never contains a draft, a private event or a cancelled one, and forgets an event at once', async () => {
    const hidden = [
      await makeEvent(app, { status: 'draft' }, organiser),
      await makeEvent(app, { is_public: false }, organiser),
    ];
    const event = await makeEvent(app, {}, organiser);
    const lists = async (id: number) => (await read('/sitemap-events-1.xml')).body.includes(`/events/${id}-`);
    expect(await lists(event.id)).toBe(true);
    for (const { id } of hidden) expect(await lists(id)).toBe(false);
    const { token } = organiser;
    await app.call('PATCH /events/:id', { token, params: { id: event.id }, body: { status: 'cancelled' } });
    expect(await lists(event.id)).toBe(false);
  });

  it('has the teams that have something for everyone, at the address of their page', async () => {
    const host = await makeOrganiser(app);
    const lists = async () => (await read('/sitemap-teams.xml')).body.includes(`/teams/${host.teamId}-`);
    await makeEvent(app, { status: 'draft' }, host);
    await makeEvent(app, { is_public: false }, host);
    expect(await lists()).toBe(false);
    await makeEvent(app, {}, host);
    expect(await lists()).toBe(true);
  });

  it('is not sent again while it has not changed', async () => {
    for (const url of ['/robots.txt', '/sitemap.xml', '/sitemap-events-1.xml']) {
      const { headers } = await read(url);
      expect((await read(`${url}?again`, { 'if-none-match': headers.etag })).statusCode).toBe(304);
    }
  });

  it.each([
    '/sitemap-events-0.xml',
    '/sitemap-events-2.xml',
    '/sitemap-events-99999999999.xml',
    '/sitemap-.xml',
  ])('has no part without events: %s', async (url) => {
    expect((await read(url)).statusCode).toBe(404);
  });

  it('names only addresses below PUBLIC_URL', async () => {
    const site = await startTestApp({ env: { PUBLIC_URL: publicUrl } });
    await makeEvent(site);
    for (const url of [
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap-pages.xml',
      '/sitemap-teams.xml',
      '/sitemap-events-1.xml',
    ]) {
      const { body } = await site.app.inject(url);
      const named = body.replace('http://www.sitemaps.org/', '').match(/https?:\/\/[^/]+/g) ?? [];
      expect(new Set(named)).toEqual(new Set([publicUrl]));
    }
    await site.close();
  });
});
