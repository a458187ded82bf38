import type { EndpointSpec } from '@foyer/contract/endpoint.ts';
import { endpoints } from '@foyer/contract/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeAdmin } from '../factories.ts';
import { draw, makeForm } from './uploads-scene.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  token = (await makeAdmin(app)).token;
});

afterAll(() => app.close());

const refusal = {
  status: 415,
  body: {
    status: 'error',
    code: 'unsupported_media_type',
    msg: 'Send JSON, or a form where a file is accepted',
  },
};

const specs: Record<string, EndpointSpec> = endpoints;
const written = Object.entries(specs)
  // Leave out the endpoint for the provider's webhooks, which checks the signature of a body and not its
  // media type.
  .filter(([_key, { method, access }]) => ['POST', 'PATCH'].includes(method) && access !== 'provider')
  .map(([key, { path, ...spec }]) => {
    const filled = path
      .replace(':sessionId', 'cs_test_1234')
      .replace(':webhookId', 'evt_1234')
      .replaceAll(/:\w+/g, '1');
    return { ...spec, key, url: `/api${filled}` };
  });

describe('a body of the wrong media type', () => {
  it.each(written)('is refused by $key', async ({ method, url }) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'image/png',
      'x',
    ]) {
      const answer = await app.send(method, url, { token, payload: '{}', headers: { 'content-type': type } });
      expect(answer, `the answer to ${type}`).toMatchObject(refusal);
    }
  });

  it.each(written.filter(({ file }) => !file))(
    'is refused by $key, which takes no file, when it is a form',
    async ({ method, url }) => {
      const kept = app.storage.files.size;
      for (const form of [makeForm({ name: 'x' }), makeForm({}, { data: await draw('png') })]) {
        expect(await app.send(method, url, { token, ...form })).toMatchObject(refusal);
      }
      expect(app.storage.files.size).toBe(kept);
    },
  );
});
