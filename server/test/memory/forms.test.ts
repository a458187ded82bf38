import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent } from '../factories.ts';
import { createStillClock } from './still-clock.ts';

let app: TestApp;
const list = '/api/events?limit=20';

beforeAll(async () => {
  app = await startTestApp({
    env: { CORS_ORIGINS: 'https://partner.example,https://other.example' },
    clock: createStillClock(),
    works: false,
  });
  for (let n = 0; n < 4; n += 1) await makeEvent(app);
});

afterAll(() => app.close());

function ask(headers: Record<string, string> = {}, url = list) {
  return app.app.inject({ url, headers });
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

describe('an answer that is kept in memory', () => {
  it.each([
    { accepts: 'br', gets: 'br' },
    { accepts: 'gzip, deflate, br, zstd', gets: 'br' },
    { accepts: 'gzip, deflate', gets: 'gzip' },
    { accepts: 'br;q=0, gzip;q=0.5', gets: 'gzip' },
    { accepts: '*', gets: 'br' },
  ] as const)('is sent as $gets to a client that accepts $accepts', async ({ accepts, gets }) => {
    const plain = await ask();
    for (let n = 0; n < 2; n += 1) {
      const { headers, rawPayload, statusCode } = await ask({ 'accept-encoding': accepts });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-encoding': gets,
        'content-length': String(rawPayload.length),
        'content-type': 'application/json; charset=utf-8',
      });
      expect(String(headers.vary)).toContain('accept-encoding');
      expect(decoders[gets](rawPayload)).toEqual(plain.rawPayload);
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    }
  });

  it.each(['identity', 'deflate', 'br;q=0', ''])(
    'is not compressed for a client that accepts %j',
    async (accepts) => {
      const { headers, rawPayload } = await ask({ 'accept-encoding': accepts });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers['content-length']).toBe(String(rawPayload.length));
      expect(JSON.parse(rawPayload.toString())).toMatchObject({ total_events: 4 });
    },
  );

  it('has a tag for each of its forms, and is not sent again to a client that has it', async () => {
    const tags = new Set<string>();
    for (const accepts of ['identity', 'gzip', 'br']) {
      const tag = String((await ask({ 'accept-encoding': accepts })).headers.etag);
      expect(tag).toMatch(/^"[\w-]+"$/);
      tags.add(tag);
      for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
        const again = await ask({ 'accept-encoding': accepts, 'if-none-match': known });
        expect([again.statusCode, again.body]).toEqual([304, '']);
        expect(again.headers).toMatchObject({ etag: tag, 'cache-control': 'no-cache' });
        expect(String(again.headers.vary)).toContain('accept-encoding');
      }
    }
    expect(tags.size).toBe(3);
    const [plainTag = ''] = tags;
    expect((await ask({ 'accept-encoding': 'br', 'if-none-match': plainTag })).statusCode).toBe(200);
  });

  it('keeps its tag while it is the same, and gets another when it changes', async () => {
    const { etag } = (await ask()).headers;
    app.clock.advance(1000);
    expect((await ask({ 'if-none-match': String(etag) })).statusCode).toBe(304);
    await makeEvent(app);
    const changed = await ask({ 'if-none-match': String(etag) });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toMatchObject({ total_events: 5 });
  });

  it('has the headers of every other answer, also when it comes from memory', async () => {
    app.clock.advance(1000);
    const made = await ask();
    const kept = await ask();
    const past = await ask({ 'cache-control': 'no-cache' });
    const leaveOut = { date: '', connection: '', etag: '', vary: '', 'cache-control': '' };
    expect({ ...kept.headers, ...leaveOut }).toEqual({ ...made.headers, ...leaveOut });
    expect({ ...kept.headers, ...leaveOut }).toEqual({ ...past.headers, ...leaveOut });
    expect(kept.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(kept.headers['permissions-policy']).toContain('camera=(self)');
  });

  it('can be read by every site in CORS_ORIGINS, also when another site asked first', async () => {
    const allowed = async (origin?: string) =>
      (await ask(origin ? { origin } : {})).headers['access-control-allow-origin'];
    for (let n = 0; n < 2; n += 1) {
      expect(await allowed('https://partner.example')).toBe('https://partner.example');
      expect(await allowed()).toBeUndefined();
      expect(await allowed('https://other.example')).toBe('https://other.example');
      expect(await allowed('https://stranger.example')).toBeUndefined();
    }
    expect(String((await ask()).headers.vary)).toMatch(/origin/i);
  });

  it('is not sent to other computers by a development site', async () => {
    await ask();
    for (const headers of [{ host: 'evil.example' }, { 'x-forwarded-for': '203.0.113.7' }])
      expect((await ask(headers as never)).json()).toMatchObject({ code: 'misdirected_request' });
  });

  it('is the same for all ways to write its address', async () => {
    const addresses = [
      '/api/events?limit=20&page=1',
      '/api/events?page=1&limit=0020',
      '/api/events?limit=20&sort_by=x&z=1',
    ];
    const answers = await Promise.all(addresses.map((url) => ask({}, url)));
    const { etag } = (await ask()).headers;
    for (const { headers } of answers) expect(headers.etag).toBe(etag);
    expect((await ask({}, '/api/events?limit=20&order=desc')).headers.etag).not.toBe(etag);
  });

  it('sends the same headers to a HEAD request, without the body', async () => {
    for (const url of [list, `${list}&page=2`]) {
      const head = await app.app.inject({ method: 'HEAD', url });
      const { headers } = await ask({}, url);
      expect([head.statusCode, head.body]).toEqual([200, '']);
      expect({ ...head.headers, date: '' }).toEqual({ ...headers, date: '' });
      const known = { 'if-none-match': String(headers.etag) };
      expect((await app.app.inject({ method: 'HEAD', url, headers: known })).statusCode).toBe(304);
    }
  });

  it('is not used for a request that cannot be read', async () => {
    expect((await ask({}, '/api/events?limit=none')).statusCode).toBe(400);
    expect((await ask({}, '/api/events?limit=none')).headers['cache-control']).toBe('no-store');
  });
});

describe('one answer that many ask for at once', () => {
  it('is read from the database once', async () => {
    app.clock.advance(1000);
    const before = app.app.publicAnswers.count().answers;
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask({ 'accept-encoding': 'br' })));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    const after = app.app.publicAnswers.count().answers;
    expect(after.misses - before.misses).toBe(1);
    expect(after.hits - before.hits).toBe(39);
  });
});
