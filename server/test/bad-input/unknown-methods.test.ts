import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

/** Sends bytes that no HTTP client would send, and reads until the server closes the connection. */
async function sendRaw(text: string) {
  const socket = connect(app.deps.config.port, '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  const answer = Buffer.concat(chunks).toString();
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  const body: unknown = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  return { status, type: /content-type: (.+)\r/i.exec(answer)?.[1], body };
}

const request = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: foyer.localhost\r\nconnection: close\r\n\r\n`;

const notFound = {
  status: 404,
  type: 'application/json; charset=utf-8',
  body: { status: 'error', code: 'route_not_found', msg: 'Route not found' },
};

describe('an unknown method', () => {
  it.each(['FOO', 'TRACE', 'PUT', 'PROPFIND', 'PROPPATCH', 'LINK', 'M-SEARCH', 'OPTIONS'])(
    'gets status 404 and the usual error body, also on known paths: %s',
    async (method) => {
      for (const path of ['/api/events', '/api/auth/login', '/api/nowhere']) {
        expect(await sendRaw(request(method, path))).toEqual(notFound);
      }
    },
  );

  it('does not stop the server', async () => {
    expect((await app.send('GET', '/api/events')).status).toBe(200);
  });
});

const smuggler = 'POST /api/events HTTP/1.1\r\nhost: foyer.localhost\r\n';

describe('the HTTP server', () => {
  it.each([
    ['an HTTP version that does not exist', 'GET /api/events HTTP/9.9\r\n\r\n'],
    ['a header without a colon', 'GET /api/events HTTP/1.1\r\nhost: foyer.localhost\r\nbad header\r\n\r\n'],
    [
      'a content length that is not a number',
      'POST /api/events HTTP/1.1\r\nhost: foyer.localhost\r\ncontent-length: x\r\n\r\n',
    ],
    // A proxy and a server may read each of these requests differently, so that one request could hide a second one.
    [
      'a content length and a transfer encoding',
      `${smuggler}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${request('GET', '/dev/outbox')}`,
    ],
    ['two content lengths', `${smuggler}content-length: 0\r\ncontent-length: 4\r\n\r\nGET `],
    ['a wrong chunk', `${smuggler}transfer-encoding: chunked\r\n\r\nzz\r\n`],
  ])('answers 400 and the usual error body to a request with %s', async (_, bytes) => {
    expect(await sendRaw(bytes)).toEqual({
      status: 400,
      type: 'application/json; charset=utf-8',
      body: { status: 'error', code: 'malformed_body', msg: 'The request could not be read' },
    });
  });

  it('answers 431 to a request with a header of 70,000 characters', async () => {
    const answer = await sendRaw(
      `GET /api/events HTTP/1.1\r\nhost: foyer.localhost\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`,
    );
    expect(answer).toMatchObject({ status: 431, body: { status: 'error', code: 'malformed_body' } });
  });

  it('closes the connection after a request that it cannot read, even if the client keeps it open', async () => {
    const accepted = once(app.app.server, 'connection') as Promise<[Socket]>;
    const caller = connect({ port: app.deps.config.port, host: '127.0.0.1', allowHalfOpen: true });
    const [socket] = await accepted;
    caller.write(request('FOO', '/api/events'));
    await once(caller.resume(), 'end');
    await expect.poll(() => socket.destroyed).toBe(true);
    caller.destroy();
  });
});

describe('a body of null', () => {
  it.each([
    ['POST', '/api/auth/login'],
    ['POST', '/api/events'],
    ['POST', '/api/events/1/register'],
    ['PATCH', '/api/events/1'],
  ] as const)('is refused by %s %s', async (method, path) => {
    const { accessToken } = await signUp();
    const answer = await app.send(method, path, { token: accessToken, json: null });
    expect(answer).toMatchObject({
      status: 400,
      body: { status: 'error', code: 'validation_failed', msg: 'The body must be an object' },
    });
  });
});

async function signUp() {
  const username = `null.${Math.random().toString(36).slice(2, 10)}`;
  const body = { username, email: `${username}@example.org`, password: 'a good password' };
  return (await app.call('POST /auth/register', { body })).body.data;
}
