import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeOrganiser } from '../factories.ts';
import { listKeys, makeEventWithPicture } from './uploads-scene.ts';

let app: TestApp;
let address: string;
let content: Buffer;

beforeAll(async () => {
  app = await startTestApp();
  const { token } = await makeOrganiser(app);
  ({ address } = await makeEventWithPicture(app, token));
  content = app.storage.files.get(listKeys(address)[0] ?? '') ?? Buffer.alloc(0);
});

afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });

const lasting = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
};

const whole = { 'content-type': 'image/webp', 'content-disposition': 'inline', 'accept-ranges': 'none' };

describe('a stored picture is served', () => {
  it('as a WebP that cannot run scripts and may be cached for ever', async () => {
    const answer = await get(address, { 'accept-encoding': 'gzip, br' });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ ...lasting, ...whole });
    expect(answer.headers).toMatchObject({ 'content-length': String(content.length) });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.rawPayload.equals(content)).toBe(true);
  });

  it('as an AVIF to browsers that ask for this file', async () => {
    const avif = address.replace('.webp', '.avif');
    const answer = await get(avif);
    expect(answer.headers).toMatchObject({ ...lasting, ...whole, 'content-type': 'image/avif' });
    const { headers } = await get(address);
    expect(answer.headers['etag']).not.toBe(headers['etag']);
  });

  it('when it was stored before pictures had a colour in their address', async () => {
    const key = 'events/0123456789abcdef0123ffff/page.webp';
    app.storage.files.set(key, content);
    expect((await get(`/uploads/${key}`)).statusCode).toBe(200);
    app.storage.files.delete(key);
  });

  it('not at all when its file cannot be read, and no cache may keep the error', async () => {
    const find = vi.spyOn(app.deps.storage, 'find');
    const unreadable = new Readable({ read: () => unreadable.destroy(new Error('The disk is broken')) });
    find.mockResolvedValueOnce({ content: unreadable, size: content.length });
    const answer = await get(address);
    find.mockRestore();
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).not.toHaveProperty('etag');
  });

  it('without its content to a HEAD request', async () => {
    const answer = await app.app.inject({ method: 'HEAD', url: address });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ ...lasting, ...whole, 'content-length': String(content.length) });
    expect(answer.rawPayload.length).toBe(0);
    const missing = await app.app.inject({ method: 'HEAD', url: address.replace('page', 'pages') });
    expect(missing.statusCode).toBe(404);
  });

  it('with status 304 and no content to clients that already have it', async () => {
    const { headers } = await get(address);
    const etag = String(headers['etag']);
    expect(etag).toMatch(/^"[^"]+"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(address, { 'if-none-match': known });
      expect(answer.statusCode).toBe(304);
      expect(answer.headers).toMatchObject({ ...lasting, etag });
      expect(answer.rawPayload.length).toBe(0);
    }
    expect((await get(address, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    const card = await get(address.replace('page', 'card'), { 'if-none-match': etag });
    expect(card.statusCode).toBe(200);
  });

  it('in full, even when a client asks for a range of bytes', async () => {
    const answer = await get(address, { range: 'bytes=0-3' });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
  });

  it('only to GET and HEAD requests', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect((await app.app.inject({ method, url: address })).statusCode).toBe(404);
    }
  });
});

describe('a web address under /uploads that belongs to no picture', () => {
  const folder = '0123456789abcdef01234567';

  it.each([
    '',
    '.',
    '..',
    'events',
    `events/${folder}`,
    `events/${folder}/page.webp`,
    `events/${folder}/page.png`,
    `events/${folder}-b3401f/page.avif`,
    `events/${folder}-b3401/page.webp`,
    `events/${folder}-b3401f0/page.webp`,
    `events/${folder}-B3401F/page.webp`,
    `events/${folder}-/page.webp`,
    `events/${folder}-clear-b3401f/page.webp`,
    `events/${folder}-b3401f-0x90/page.webp`,
    `events/${folder}-b3401f-16000x900/page.webp`,
    `events/${folder}-b3401f-160/page.webp`,
    '../package.json',
    '..%2fpackage.json',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '%2e%2e%2fpg%2fbase',
    '..%252fpackage.json',
    '..\\package.json',
    '..%5cpackage.json',
    '%2fetc%2fpasswd',
    '/etc/passwd',
    `events/${folder}/page.webp%00.html`,
    `events/${folder}%00/page.webp`,
    'events/%00',
    'events/%',
    'events/%c0%ae%c0%ae/page.webp',
    `events/..%2fevents%2f${folder}/page.webp`,
    'events/__proto__/page.webp',
    'a'.repeat(5000),
  ])('gets status 404: /uploads/%s', async (path) => {
    const find = vi.spyOn(app.storage, 'find');
    const answer = await get(`/uploads/${path}`);
    const asked = find.mock.calls.map(([key]) => key);
    find.mockRestore();
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ status: 'error' });
    // Foyer may look up only keys that have the form of its own keys, so that no path leads to another file.
    expect(
      asked.filter((key) => !/^events\/[0-9a-f]{24}(-[\w-]+)?\/(page|card)\.(webp|avif)$/.test(key)),
    ).toEqual([]);
  });

  it('gets status 404 even if it looks almost like the web address of a picture', async () => {
    const [key = ''] = listKeys(address);
    const around = [`x%2f..%2f${encodeURIComponent(key)}`, key.replace('/', '%2f%2f')];
    for (const path of [key.toUpperCase(), `${key}/`, `${key}.`, `/${key}`, ...around]) {
      expect((await get(`/uploads/${path}`)).statusCode, `the status of ${path}`).toBe(404);
    }
  });
});
