import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerErrors } from '../../src/http/errors.ts';
import { keepPublicAnswers } from '../../src/http/memory/public-answers.ts';
import { sendPublicText } from '../../src/http/memory/send-text.ts';
import { startTestApp, type TestApp } from '../app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterAll(() => app.close());

describe('a public text that does not exist', () => {
  it.each([{}, { 'cache-control': 'no-cache' }])('is looked for once: %j', async (headers) => {
    const server = Fastify();
    answerErrors(server);
    keepPublicAnswers(server, app.deps);
    let times = 0;
    server.get('/missing.xml', (request, reply) =>
      sendPublicText({ app: server, request, reply, name: 'missing', type: 'application/xml' }, async () => {
        times += 1;
        return null;
      }),
    );
    const answer = await server.inject({ url: '/missing.xml', headers });
    await server.close();
    expect([answer.statusCode, times]).toEqual([404, 1]);
  });
});
