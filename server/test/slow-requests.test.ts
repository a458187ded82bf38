import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { makeOrganiser } from './factories.ts';
import { startForm } from './uploads/uploads-scene.ts';

let app: TestApp;
/** This app allows forms as little time as other requests. */
let hasty: TestApp;
let token: string;

const limits = { bodyMs: 200, formMs: 60_000, formGraceMs: 200, formBytesPerSecond: 10_000, lookMs: 20 };

beforeAll(async () => {
  app = await startTestApp({ requestTimes: limits });
  hasty = await startTestApp({ requestTimes: { ...limits, formMs: 400, formBytesPerSecond: 1 } });
  token = (await makeOrganiser(app)).token;
});

afterAll(() => Promise.all([app.close(), hasty.close()]));

/**
 * Waits until the connection is closed. Ignores the error of a write that comes after the server has closed the
 * connection.
 */
function waitForClose(socket: Socket): Promise<void> {
  socket.on('error', () => {});
  return new Promise((resolve) => socket.once('close', () => resolve()));
}

/**
 * Sends the text over a new network connection, and returns everything that came back until the connection
 * was closed.
 */
async function sendAndListen(text: string, to: TestApp = app): Promise<string> {
  const socket = connect(to.deps.config.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  socket.write(text);
  await waitForClose(socket);
  return heard;
}

function readAnswer(heard: string) {
  const [head = '', body = ''] = heard.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: JSON.parse(body) as unknown };
}

const tooSlow = {
  status: 'error',
  code: 'request_timeout',
  msg: 'The request took too long to arrive. Please try again.',
};

describe('a request that does not arrive completely', () => {
  it.each([
    ['in a body of a stated length', 'Content-Length: 100\r\n\r\n{"username":'],
    ['in a body of unstated length', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"use\r\n'],
  ])('is answered 408 and its connection is closed when it stops %s', async (_where, rest) => {
    const heard = await sendAndListen(
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${rest}`,
    );
    const { status, head, body } = readAnswer(heard);
    expect({ status, body }).toEqual({ status: 408, body: tooSlow });
    expect(head).toContain('connection: close');
  });

  it('is answered 408 and its connection is closed when it stops in the headers', async () => {
    const { status, body } = readAnswer(await sendAndListen('GET /api/health HTTP/1.1\r\nHost: lo'));
    expect({ status, body }).toEqual({ status: 408, body: tooSlow });
  });

  it('gets its answer if the route needs no body, and then its connection is closed', async () => {
    const heard = await sendAndListen(
      'GET /api/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{"',
      hasty,
    );
    expect(heard).toMatch(/^HTTP\/1.1 200 /);
  });

  it('gets no more time by sending a byte now and then', async () => {
    const socket: Socket = connect(app.deps.config.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    socket.write('POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 1000\r\n\r\n{');
    const trickle = setInterval(() => socket.write(' '), 20);
    await waitForClose(socket);
    clearInterval(trickle);
    // The client may lose the answer when another byte arrives just as the server closes the network
    // connection.
    expect(['', '408']).toContain(heard.split(' ')[1] ?? '');
  });
});

describe('a form', () => {
  it('that arrives too slowly is answered 408 and its connection is closed', async () => {
    const form = startForm(app, token);
    expect(await form.answered).toBe(408);
    await form.closed;
  });

  it('may take longer than other requests while it arrives fast enough', async () => {
    const form = startForm(app, token);
    let sent = 500;
    const sending = setInterval(() => {
      form.sendMore(sent, sent + 40_000);
      sent += 40_000;
    }, 20);
    // The server read the form to its end, and refused the form only because its content is no picture.
    expect(await form.answered).toBe(415);
    clearInterval(sending);
  });

  it('is refused when it takes longer than forms may take, even if it arrives steadily', async () => {
    const form = startForm(hasty, (await makeOrganiser(hasty)).token);
    const sending = setInterval(() => form.sendMore(500, 520), 20);
    expect(await form.answered).toBe(408);
    clearInterval(sending);
    await form.closed;
  });
});
