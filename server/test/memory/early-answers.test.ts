import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';

const metricsToken = 'f6c0c1a7d4b84a5f9c3e2b1a0d9e8f70';

let app: TestApp;
let written = '';

beforeAll(async () => {
  const logTo = { write: (line: string) => void (written += line) };
  const env = { LOG_LEVEL: 'info', METRICS: 'on', METRICS_TOKEN: metricsToken, TRUST_PROXY: '1' };
  app = await startTestApp({ logTo, env, works: false });
});

afterAll(() => app.close());

/** Does not use `fetch`, because that asks for a new answer when the request has a tag. */
async function ask(headers: Record<string, string>, method = 'GET') {
  const url = `http://127.0.0.1:${app.deps.config.port}/api/events/categories`;
  const [answer] = (await once(get(url, { headers, method }), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
}

interface Line {
  reqId: string;
  req: { method: string; route: string; remoteAddress: string };
  res: { statusCode: number };
  responseTime: number;
}

describe('an answer from memory, asked for over the network', () => {
  it('is the same as the first one, and is logged and measured like it', async () => {
    const proxied = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' };
    const first = await ask(proxied);
    const second = await ask(proxied);
    const known = await ask({ ...proxied, 'if-none-match': String(first.headers.etag) });
    expect(app.app.publicAnswers.count().answers.hits).toBe(2);
    expect([first.status, second.status, known.status]).toEqual([200, 200, 304]);
    expect(second.text).toBe(first.text);
    expect(Object.keys(second.headers)).toEqual(Object.keys(first.headers));

    await expect.poll(() => written.match(/request completed/g)).toHaveLength(3);
    const lines = written
      .split('\n')
      .filter((line) => line.includes('request completed'))
      .map((line) => JSON.parse(line) as Line);
    for (const line of lines) {
      expect(line.req).toEqual({
        method: 'GET',
        route: '/api/events/categories',
        remoteAddress: '198.51.100.9',
      });
      expect(line.responseTime).toBeGreaterThan(0);
    }
    expect(lines.map(({ res }) => res.statusCode)).toEqual([200, 200, 304]);
    expect(new Set(lines.map(({ reqId }) => reqId)).size).toBe(3);
    const { body } = await app.send<string>('GET', '/metrics', { token: metricsToken });
    const count = 'foyer_http_request_seconds_count{method="GET",route="/api/events/categories"';
    expect(body).toContain(`${count},status="200"} 2`);
    expect(body).toContain(`${count},status="304"} 1`);
  });

  it('has the same headers for a HEAD request, and is logged as one', async () => {
    const whole = await ask({});
    const head = await ask({}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect({ ...head.headers, date: '' }).toEqual({ ...whole.headers, date: '' });
    await expect.poll(() => written).toContain('"req":{"method":"HEAD","route":"/api/events/categories"');
  });
});
