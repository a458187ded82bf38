import { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeOrganiser } from '../../../test/factories.ts';
import { buildApp } from '../../app.ts';
import type { WebBuild } from './pages.routes.ts';

let api: TestApp;
let site: FastifyInstance;
let clientFolder: string;
let web: WebBuild;

const inlineScript = 'document.title';

/** Stands in for the built files of the web. */
const files = {
  'assets/app-a1.js': `document.title = ${JSON.stringify('Foyer '.repeat(400))};`,
  'assets/text-b2.woff2': 'a font '.repeat(400),
  'favicon.svg': '<svg/>',
  '.vite/manifest.json': '{}',
};

/** Pages below /slow are rendered when this promise is resolved. */
const slowly = Promise.withResolvers<void>();

/** Stands in for the web's page renderer. This renderer answers every path with a page, and only /nowhere has none. */
const renderer = {
  hasPage: (url: string) => url !== '/nowhere',
  findCanonicalAddress: (url: string) => url,
  render: async (url: string) => {
    if (url.startsWith('/slow')) await slowly.promise;
    return { status: findStatus(url), html: `<h1>page of ${url}</h1>` };
  },
};

function findStatus(url: string): number {
  if (url === '/outage') return 503;
  return /^\/(\?|$|dev\/ui$|events\/1(\?|$))/.test(url) ? 200 : 404;
}

beforeAll(async () => {
  api = await startTestApp();
  clientFolder = await mkdtemp(join(tmpdir(), 'foyer-web-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(clientFolder, path)), { recursive: true });
    await writeFile(join(clientFolder, path), content);
  }
  const assets = { scripts: [], styles: [], preloads: [] };
  web = { clientFolder, assets, renderer, inlineScript };
  site = await buildApp(api.deps, { web });
});

afterAll(async () => {
  await site.close();
  await api.close();
  await rm(clientFolder, { recursive: true });
});

describe('the page with all components', () => {
  it.each([
    { devPages: true, status: 200 },
    { devPages: false, status: 404 },
  ])('answers $status where devPages is $devPages', async ({ devPages, status }) => {
    const deps = { ...api.deps, config: { ...api.deps.config, devPages } };
    const other = await buildApp(deps, { web });
    const answer = await other.inject({ url: '/dev/ui', headers: { accept: 'text/html' } });
    await other.close();
    expect(answer.statusCode).toBe(status);
    expect(answer.body.includes('page of /dev/ui')).toBe(devPages);
  });
});

describe('a page', () => {
  it('runs no inline script but its own', async () => {
    const hash = createHash('sha256').update(inlineScript).digest('base64');
    for (const [url, allowed] of [
      ['/', `script-src 'self' 'sha256-${hash}'`],
      ['/api', "script-src 'self'"],
    ]) {
      const policy = String((await site.inject({ url: String(url) })).headers['content-security-policy']);
      expect(policy.split(';').find((part) => part.startsWith('script-src'))).toBe(allowed);
    }
  });

  it('loads pictures only from Foyer', async () => {
    const policy = String((await site.inject({ url: '/' })).headers['content-security-policy']);
    expect(policy.split(';').find((part) => part.startsWith('img-src'))).toBe("img-src 'self' data: blob:");
  });
});

describe('a page whose web address has the key of a private event', () => {
  it.each(['/events/1?key=pR4vJ0c5mZ2k7VwN8rTb1g', '/events/1?from=mail&key=a', '/events/9?key=a'])(
    'is not stored by browsers, not listed by search engines, and sends no referrer to other websites: %s',
    async (url) => {
      expect((await site.inject({ url })).headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      });
    },
  );

  it('is not stored and sends no referrer to other websites, even if it is the login page', async () => {
    const { headers } = await site.inject({ url: '/?next=%2Fevents%2F1%3Fkey%3DpR4vJ0c5mZ2k7VwN8rTb1g' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });
});

describe('a page whose web address has no key of a private event', () => {
  it('may be stored by a CDN and listed by search engines', async () => {
    const { headers } = await site.inject({ url: '/events/1?q=key' });
    expect(headers['cache-control']).toContain('s-maxage');
    expect(headers).not.toHaveProperty('x-robots-tag');
  });
});

describe('the page that a stop link in a mail opens', () => {
  it('is not stored by browsers and sends no referrer to other websites', async () => {
    expect((await site.inject({ url: '/mail/stop/c2VjcmV0' })).headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  });
});

describe('a page that cannot be rendered at the moment', () => {
  const asVisitor = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('answers 503 and says when to try again if its data cannot be loaded', async () => {
    const { statusCode, headers } = await site.inject({ url: '/outage', headers: asVisitor });
    expect(statusCode).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await site.inject({ url: '/' })).headers['retry-after']).toBeUndefined();
  });

  it('is replaced by an error page when too many other pages are being rendered', async () => {
    const others = [1, 2, 3, 4].map((n) => site.inject({ url: `/slow/${n}` }).then((answer) => answer));
    const answers = await Promise.all([
      site.inject({ url: '/events/1', headers: asVisitor }),
      // A form that is sent to an address without a page gets the not-found page, which must be rendered too.
      site.inject({ method: 'POST', url: '/nowhere', headers: asVisitor }),
    ]);
    for (const { statusCode, headers, body } of answers) {
      expect(statusCode).toBe(503);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(body).toContain('Foyer is busy right now. Please try again in a moment.');
    }
    slowly.resolve();
    expect((await Promise.all(others)).map((answer) => answer.body)).toContain('<h1>page of /slow/4</h1>');
    const later = await site.inject({ url: '/events/1', headers: asVisitor });
    expect(later.body).toBe('<h1>page of /events/1</h1>');
  });
});

describe('the page of a deleted event', () => {
  const statusOf = async (url: string) => (await site.inject({ url })).statusCode;

  it('answers 410 when visitors could see the event, and 404 like an unknown one when they could not', async () => {
    const organiser = await makeOrganiser(api);
    const { token } = organiser;
    const remove = async (changes: Parameters<typeof makeEvent>[1]) => {
      const { id } = await makeEvent(api, changes, organiser);
      const { status } = await api.call('DELETE /events/:id', { token, params: { id } });
      expect(status).toBe(204);
      return id;
    };
    const { id: kept } = await makeEvent(api, {}, organiser);
    const shown = await remove({});
    const name = `/events/${shown}-any-name`;
    for (const url of [`/events/${shown}`, name, `/events/${shown}?ref=mail`, `${name}/checkout?tickets=1x1`])
      expect(await statusOf(url)).toBe(410);
    for (const url of [`/events/${kept}`, `/events/${kept}/checkout`])
      expect(await statusOf(url)).not.toBe(410);
    expect(await statusOf(`/events/${shown}/attendees`)).toBe(404);
    for (const hidden of [{ status: 'draft' }, { is_public: false }] as const) {
      const id = await remove(hidden);
      for (const url of [`/events/${id}`, `/events/${id}/checkout`]) expect(await statusOf(url)).toBe(404);
    }
    expect(await statusOf('/events/999999')).toBe(404);
    const { rows } = await sql`select * from removed_events`.execute(api.db);
    expect(rows).toEqual([{ event_id: shown }]);
  });
});

describe('a built file of the web', () => {
  const script = '/assets/app-a1.js';

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (body: Buffer) => body],
  ])('is sent as %s to a client that takes only this', async (encoding, unpack) => {
    for (const _ of ['the first time', 'again']) {
      const { headers, rawPayload } = await site.inject({
        url: script,
        headers: { 'accept-encoding': encoding },
      });
      expect(unpack(rawPayload).toString()).toBe(files['assets/app-a1.js']);
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
      });
    }
  });

  it('is not sent again to a client that has this form of it', async () => {
    const ask = (headers: Record<string, string>) => site.inject({ url: script, headers });
    const { headers } = await ask({ 'accept-encoding': 'br' });
    const known = { 'if-none-match': String(headers.etag) };
    expect(await ask({ ...known, 'accept-encoding': 'br' })).toMatchObject({ statusCode: 304, body: '' });
    expect((await ask({ ...known, 'accept-encoding': 'gzip' })).statusCode).toBe(200);
  });

  it('may be kept for five minutes when its name does not change with its content', async () => {
    const { headers, body } = await site.inject({ url: '/favicon.svg' });
    expect(body).toBe('<svg/>');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=300',
    });
  });

  it('is compressed once for all clients, and again after a failure, which no cache may keep', async () => {
    const compress = vi.spyOn(zlib, 'brotliCompress');
    const fail = (...args: unknown[]) => (args.at(-1) as (error: Error) => void)(new Error('No memory'));
    compress.mockImplementationOnce(fail);
    syncBuiltinESMExports();
    const other = await buildApp(api.deps, { web });
    const ask = () => other.inject({ url: script, headers: { 'accept-encoding': 'br' } });
    const failure = await ask();
    expect(failure).toMatchObject({ statusCode: 500, headers: { 'cache-control': 'no-store' } });
    for (const name of ['etag', 'content-encoding']) expect(failure.headers).not.toHaveProperty(name);
    const answers = await Promise.all([ask(), ask(), ask()]);
    await other.close();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(compress).toHaveBeenCalledTimes(2);
    compress.mockRestore();
    syncBuiltinESMExports();
  });

  it('is not compressed when it is a font, and answers HEAD without a body', async () => {
    const url = '/assets/text-b2.woff2';
    const { headers, body } = await site.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(body).toBe(files['assets/text-b2.woff2']);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(await site.inject({ url, method: 'HEAD' })).toMatchObject({ statusCode: 200, body: '' });
  });

  it('is not sent when it is for the server only', async () => {
    expect((await site.inject({ url: '/.vite/manifest.json' })).body).not.toBe('{}');
  });
});
