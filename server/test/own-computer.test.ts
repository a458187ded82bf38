import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

// A development site must stay on its own computer, because the pages below /dev show every mail and
// everybody knows the passwords of the demo world.
describe('a development site', () => {
  it.each(['/dev/outbox', '/api/health', '/api/auth/login', '/'])(
    'answers 421 at %s when a request names another host or was forwarded by a proxy',
    async (path) => {
      const requests: Record<string, string>[] = [
        { host: 'events.example.org' },
        { host: 'rebound.example.org:3000' },
        { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' },
        { host: 'localhost', 'x-forwarded-host': 'a-tunnel.example.org' },
        { host: 'localhost', forwarded: 'for=203.0.113.9' },
      ];
      for (const headers of requests) {
        const { status, body } = await app.send('GET', path, { headers });
        expect({ status, code: body.code }).toEqual({ status: 421, code: 'misdirected_request' });
      }
    },
  );

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'foyer.localhost'])(
    'answers requests to the host %s',
    async (host) => {
      expect((await app.send('GET', '/api/health', { headers: { host } })).status).toBe(200);
    },
  );
});
