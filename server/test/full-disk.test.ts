import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../src/deps.ts';
import { watchDisks } from '../src/storage/disk-space.ts';
import { startTestApp, type TestApp } from './app.ts';
import { makeOrganiser, makeUser } from './factories.ts';
import { draw, postEvent } from './uploads/uploads-scene.ts';

const gigabyte = 1024 ** 3;
const refusal = {
  status: 503,
  body: {
    status: 'error',
    code: 'storage_full',
    msg: 'Foyer has no space left, so it cannot save anything right now. Please try again later.',
  },
  headers: expect.objectContaining({ 'retry-after': '60' }) as object,
};

let freeBytes = gigabyte;
const disk = (clock: Clock) =>
  watchDisks(['/data'], clock, () => Promise.resolve({ bavail: freeBytes, bsize: 1, blocks: 1 }));

/** Changes the free space. Then advances the clock until Foyer measures the free space again. */
function leave(app: TestApp, bytes: number) {
  freeBytes = bytes;
  app.clock.advance(5_000);
}

const isReady = (app: TestApp) => app.send('GET', '/api/ready');

describe('Foyer, when the disk of its embedded database is full', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ disk });
  });

  afterAll(() => app.close());

  it('refuses writes with 503 and still answers reads, until the disk has space again', async () => {
    const { token } = await makeUser(app);
    const makeTeam = (name: string) => app.call('POST /teams', { token, body: { name } });
    leave(app, 1024);
    expect(await makeTeam('The Full House')).toEqual(refusal);
    expect(await isReady(app)).toEqual(refusal);
    expect((await app.send('POST', '/api/stripe/webhook', { json: {} })).status).toBe(503);
    expect((await app.send('GET', '/api/events')).status).toBe(200);
    expect((await app.send('GET', '/api/health')).status).toBe(200);

    leave(app, gigabyte);
    expect((await isReady(app)).status).toBe(200);
    expect((await makeTeam('The Full House')).status).toBe(201);
  });
});

describe('Foyer, when the disk for uploads is full and the database is on another server', () => {
  let app: TestApp;
  let token: string;

  beforeAll(async () => {
    app = await startTestApp({ disk, env: { DATABASE_URL: 'postgres://foyer@127.0.0.1/foyer' } });
    ({ token } = await makeOrganiser(app));
  });

  afterAll(() => app.close());

  it('refuses pictures, and nothing else', async () => {
    leave(app, 1024);
    expect(await postEvent(app, token, { data: await draw('png') })).toEqual(refusal);
    expect((await app.call('POST /teams', { token, body: { name: 'No Pictures' } })).status).toBe(201);
    leave(app, gigabyte);
    expect((await postEvent(app, token, { data: await draw('png') })).status).toBe(201);
  });

  it('answers 503 to the upload that finds the disk full', async () => {
    const { storage } = app.deps;
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const put = () => Promise.reject(new Error('Cannot write file', { cause: full }));
    app.deps.storage = { ...storage, put };
    expect(await postEvent(app, token, { data: await draw('png') })).toEqual(refusal);
    app.deps.storage = storage;
    app.clock.advance(30_000);
    expect((await postEvent(app, token, { data: await draw('png') })).status).toBe(201);
  });
});

describe('Foyer, when the disk of its PostgreSQL server is full', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });

  afterAll(() => app.close());

  it('answers 503 to the request that finds the disk full, and reports itself as not ready for half a minute', async () => {
    const { token } = await makeUser(app);
    await sql`
      create function fail_full() returns trigger language plpgsql as $$
      begin
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end $$`.execute(app.db);
    await sql`create trigger fail_full before insert on teams execute function fail_full()`.execute(app.db);
    expect(await app.call('POST /teams', { token, body: { name: 'Last Block' } })).toEqual(refusal);
    expect(await isReady(app)).toEqual(refusal);
    await sql`drop trigger fail_full on teams`.execute(app.db);
    app.clock.advance(30_000);
    expect((await isReady(app)).status).toBe(200);
    expect((await app.call('POST /teams', { token, body: { name: 'Last Block' } })).status).toBe(201);
  });
});
