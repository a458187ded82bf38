import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

/** Sends bytes as they are, which no HTTP client would, and reads until the server closes. */
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
  `${method} ${path} HTTP/1.1\r\nhost: foyer.test\r\nconnection: close\r\n\r\n`;

const notFound = {
  status: 404,
  type: 'application/json; charset=utf-8',
  body: { status: 'error', code: 'route_not_found', msg: 'Route not found' },
};

describe('a method that no route has', () => {
  it.each(['FOO', 'TRACE', 'PUT', 'PROPFIND', 'PROPPATCH', 'LINK', 'M-SEARCH', 'OPTIONS'])(
    '%s is answered in the shape of every error, on known paths too',
    async (method) => {
      for (const path of ['/api/events', '/api/auth/login', '/api/nowhere']) {
        expect(await sendRaw(request(method, path))).toEqual(notFound);
      }
    },
  );

  it('leaves the server running', async () => {
    expect((await app.send('GET', '/api/events')).status).toBe(200);
  });
});

it.each([
  ['a version that does not exist', 'GET /api/events HTTP/9.9\r\n\r\n'],
  ['a header without a colon', 'GET /api/events HTTP/1.1\r\nhost: foyer.test\r\nbad header\r\n\r\n'],
  [
    'a length that is no number',
    'POST /api/events HTTP/1.1\r\nhost: foyer.test\r\ncontent-length: x\r\n\r\n',
  ],
])('bytes with %s are answered in the shape of every error', async (_, bytes) => {
  expect(await sendRaw(bytes)).toEqual({
    status: 400,
    type: 'application/json; charset=utf-8',
    body: { status: 'error', code: 'malformed_body', msg: 'The request could not be read' },
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
