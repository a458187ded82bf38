import { Writable } from 'node:stream';
import pino from 'pino';
import { expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { startTestApp } from './app.ts';

it('the log has the route of a request instead of its address, which may contain ticket codes', async () => {
  const world = await startTestApp();
  let written = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString();
      done();
    },
  });
  const app = await buildApp({ ...world.deps, log: pino({ level: 'info' }, stream) });
  const secret = 'cs_test_secretsecretsecret';
  for (const url of [
    `/api/tickets/verify/${secret}`,
    `/api/events?session_id=${secret}`,
    `/nowhere/${secret}`,
    `/api/%/${secret}`,
  ]) {
    await app.inject({ method: 'GET', url });
  }
  await app.close();
  await world.close();
  expect(written).toContain('"route":"/api/events"');
  expect(written.match(/incoming request/g)).toHaveLength(4);
  expect(written).not.toContain(secret);
});
