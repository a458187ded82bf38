import type { PictureFailure } from '@foyer/contract/pictures.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fetchEventPictureJob } from '../../src/features/events/changes/pictures.jobs.ts';
import {
  enqueueUnkeptEventPictures,
  fetchEventPicture,
} from '../../src/features/events/changes/pictures.service.ts';
import { enqueueUnkeptUserPictures } from '../../src/features/users/pictures/pictures.service.ts';
import { PictureError } from '../../src/storage/fetch-picture.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeMember, makeOrganiser, makeUser, testPassword, type TestUser } from '../factories.ts';
import { draw, listKeys, waitForRemovals } from '../uploads/uploads-scene.ts';
import { startPictureServer } from './picture-server.ts';

const site = 'https://pictures.example.org';
const ownEventPicture = /^\/uploads\/events\/[0-9a-f]{24}-[0-9a-f]{6}-\d+x\d+\/page\.webp$/;
const ownUserPicture = /^\/uploads\/users\/[0-9a-f]{24}-[0-9a-f]{6}-\d+x\d+\/large\.webp$/;

let app: TestApp;
let server: Awaited<ReturnType<typeof startPictureServer>>;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  server = await startPictureServer();
  server.send('/poster.png', await draw('png', 1200, 900));
  app = await startTestApp({ fetchPicture: server.createFetcher() });
  organiser = await makeOrganiser(app);
});

afterEach(() => app.storage.files.clear());

afterAll(async () => {
  await app.close();
  await server.close();
});

function save(on: TestApp, id: number, event_img_url: string, { token } = organiser) {
  return on.call('PATCH /events/:id', { token, params: { id }, body: { event_img_url } });
}

async function read(id: number, token?: string) {
  const { event } = (await app.call('GET /events/:id', { token, params: { id } })).body;
  return event;
}

const readForEditor = (id: number) => read(id, organiser.token);

describe('the picture of an event on another site', () => {
  it('keeps its web address until Foyer has made a copy, and then gets the web address of the copy', async () => {
    const address = `${site}/poster.png`;
    const { id } = await makeEvent(app, {}, organiser);
    const saved = await save(app, id, address);
    expect(saved.body.event).toMatchObject({ event_img_url: address, picture_state: 'waiting' });
    await expect.poll(async () => (await readForEditor(id)).event_img_url).toMatch(ownEventPicture);
    const event = await readForEditor(id);
    expect(event.picture_state).toBeNull();
    expect([...app.storage.files.keys()]).toEqual(listKeys(String(event.event_img_url)));
    const { rawPayload } = await app.app.inject({ url: String(event.event_img_url) });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 900 });
  });

  it('is fetched when the event is created', async () => {
    const times = { start_time: '2040-06-01T18:00:00.000Z', end_time: '2040-06-01T20:00:00.000Z' };
    const { body } = await app.call('POST /events', {
      token: organiser.token,
      body: { title: 'New', ...times, event_img_url: `${site}/poster.png` },
    });
    expect(body.event.picture_state).toBe('waiting');
    await expect
      .poll(async () => (await readForEditor(body.event.id)).event_img_url)
      .toMatch(ownEventPicture);
  });

  it.each<[string, string, PictureFailure]>([
    ['there is no file at its address', '/missing.png', 'not_found'],
    ['it is an SVG file', '/poster.svg', 'not_an_image'],
    ['it is a web page', '/page.html', 'not_an_image'],
    ['its address is not public', 'https://10.0.0.1/poster.png', 'not_public'],
  ])('is not kept when %s, and only people who may edit the event see why', async (_why, path, failure) => {
    server.send('/poster.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'));
    server.send('/page.html', Buffer.from('<!doctype html><title>No picture</title>'));
    const address = new URL(path, site).href;
    const { id } = await makeEvent(app, {}, organiser);
    await save(app, id, address);
    await expect.poll(async () => (await readForEditor(id)).picture_state).toBe(failure);
    expect(app.storage.files.size).toBe(0);
    const helper = await makeMember(app, organiser.teamId, 'organizer');
    for (const token of [undefined, helper.token]) {
      const event = await read(id, token);
      expect(event.event_img_url).toBe(address);
      expect(event).not.toHaveProperty('picture_state');
    }
    // Removing the web address of the picture also removes the reason why the picture could not be fetched.
    await save(app, id, '');
    expect(await readForEditor(id)).toMatchObject({ event_img_url: null, picture_state: null });
  });

  it('is fetched again after its server failed the first time', async () => {
    let isDown = true;
    const picture = await draw('png');
    server.answer('/later.png', (_request, response) => {
      if (isDown) response.writeHead(503);
      response.end(picture);
      isDown = false;
    });
    const { id } = await makeEvent(app, {}, organiser);
    await save(app, id, `${site}/later.png`);
    await expect
      .poll(async () => (await readForEditor(id)).event_img_url, { timeout: 15_000 })
      .toMatch(ownEventPicture);
  });

  it('is removed when the event gets another picture', async () => {
    const { id } = await makeEvent(app, {}, organiser);
    await save(app, id, `${site}/poster.png`);
    await expect.poll(async () => (await readForEditor(id)).event_img_url).toMatch(ownEventPicture);
    expect(app.storage.files.size).toBe(6);
    await save(app, id, '');
    await waitForRemovals(app);
    expect(app.storage.files.size).toBe(0);
  });
});

describe('the job that fetches a picture', () => {
  let idle: TestApp;
  let editor: typeof organiser;

  beforeAll(async () => {
    idle = await startTestApp({ idleJobs: [fetchEventPictureJob], fetchPicture: server.createFetcher() });
    editor = await makeOrganiser(idle);
  });

  afterAll(() => idle.close());

  const readRow = (id: number) =>
    idle.db
      .selectFrom('events')
      .select(['event_img_url', 'picture_state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const giveUpAt = '2099-01-01T00:00:00.000Z';

  it('discards the copy when the event gets another picture in the meantime', async () => {
    const address = `${site}/changed.png`;
    const { id } = await makeEvent(idle, {}, editor);
    await save(idle, id, address, editor);
    const picture = await draw('png');
    server.answer('/changed.png', (_request, response) => {
      void save(idle, id, `${site}/another.png`, editor).then(() => response.end(picture));
    });
    await fetchEventPicture(idle.deps, { id, address, giveUpAt });
    expect(await readRow(id)).toEqual({ event_img_url: `${site}/another.png`, picture_state: 'waiting' });
    expect(idle.storage.files.size).toBe(0);
  });

  it('requests nothing when the event has another picture or no longer exists', async () => {
    const { id } = await makeEvent(idle, {}, editor);
    server.asked.splice(0);
    await fetchEventPicture(idle.deps, { id, address: `${site}/poster.png`, giveUpAt });
    await fetchEventPicture(idle.deps, { id: 999_999, address: `${site}/poster.png`, giveUpAt });
    expect(server.asked).toEqual([]);
  });

  it('runs again while the server of the picture is down, and gives up after an hour', async () => {
    const address = `${site}/down.png`;
    server.answer('/down.png', (_request, response) => response.writeHead(503).end());
    const { id } = await makeEvent(idle, {}, editor);
    await save(idle, id, address, editor);
    await expect(fetchEventPicture(idle.deps, { id, address, giveUpAt })).rejects.toBeInstanceOf(
      PictureError,
    );
    expect((await readRow(id)).picture_state).toBe('waiting');
    const now = idle.clock.now().toISOString();
    await fetchEventPicture(idle.deps, { id, address, giveUpAt: now });
    expect((await readRow(id)).picture_state).toBe('unreachable');
  });

  it('is enqueued once for each picture that was saved before Foyer kept copies', async () => {
    const count = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from pgboss.job where name = ${fetchEventPictureJob.name}`.execute(idle.db);
      return Number(rows[0]?.count);
    };
    const before = await count();
    for (const path of ['/a.png', '/b.png']) {
      const { id } = await makeEvent(idle, {}, editor);
      await idle.db
        .updateTable('events')
        .set({ event_img_url: site + path })
        .where('id', '=', id)
        .execute();
    }
    await enqueueUnkeptEventPictures(idle.deps);
    await enqueueUnkeptEventPictures(idle.deps);
    expect((await count()) - before).toBe(2);
  });
});

describe('saving an event', () => {
  it('does not wait for the website that has the picture', async () => {
    let asked = 0;
    const { promise: answer, reject: failFetch } = Promise.withResolvers<never>();
    const waiting = await startTestApp({
      fetchPicture: () => {
        asked += 1;
        return answer;
      },
    });
    const editor = await makeOrganiser(waiting);
    const { id } = await makeEvent(waiting, {}, editor);
    expect((await save(waiting, id, `${site}/poster.png`, editor)).status).toBe(200);
    await expect.poll(() => asked).toBe(1);
    // The app finishes its running jobs before it closes.
    failFetch(new PictureError('unreachable', 'The website does not answer'));
    await waiting.close();
  });

  it('is refused when the account has already given sixty picture addresses within an hour', async () => {
    const limited = await startTestApp({ works: false, env: { FOYER_RATE_LIMITS: 'on' } });
    const editor = await makeOrganiser(limited);
    const { id } = await makeEvent(limited, {}, editor);
    for (let count = 0; count < 60; count += 1) {
      expect((await save(limited, id, `${site}/${count}.png`, editor)).status).toBe(200);
    }
    expect(await save(limited, id, `${site}/60.png`, editor)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    });
    const ofUser = await limited.call('PATCH /users/:id', {
      token: editor.token,
      params: { id: editor.id },
      body: { profile_image_url: `${site}/60.png` },
    });
    expect(ofUser.status).toBe(429);
    await limited.close();
  });
});

describe('the picture of a user', () => {
  const saveProfile = ({ id, token }: TestUser, profile_image_url: string) =>
    app.call('PATCH /users/:id', { token, params: { id }, body: { profile_image_url } });
  const readUser = async ({ id, token }: TestUser) => {
    const { user } = (await app.call('GET /users/:id', { token, params: { id } })).body;
    return user;
  };

  it('is fetched and kept, and removed with the account', async () => {
    const user = await makeUser(app);
    const saved = await saveProfile(user, `${site}/poster.png`);
    expect(saved.body.user).toMatchObject({
      profile_image_url: `${site}/poster.png`,
      picture_state: 'waiting',
    });
    await expect.poll(async () => (await readUser(user)).profile_image_url).toMatch(ownUserPicture);
    const { profile_image_url: own } = await readUser(user);
    const { rawPayload } = await app.app.inject({ url: String(own) });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512 });

    // The user may save the present web address again, with or without the host. Another user may not save it.
    for (const same of [String(own), `${app.deps.publicUrl}${own}`]) {
      expect((await saveProfile(user, same)).body.user.profile_image_url).toBe(own);
    }
    const other = await makeUser(app);
    expect(await saveProfile(other, String(own))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'profile_image_url' }] },
    });
    expect(app.storage.files.size).toBe(6);
    const body = { current_password: testPassword };
    await app.call('DELETE /users/:id', { token: user.token, params: { id: user.id }, body });
    await waitForRemovals(app);
    expect(app.storage.files.size).toBe(0);
  });

  it('is not kept when Foyer cannot fetch it, and only the user sees why', async () => {
    const user = await makeUser(app);
    await saveProfile(user, `${site}/nothing.png`);
    await expect
      .poll(async () => (await readUser(user)) as object)
      .toMatchObject({ picture_state: 'not_found' });
    const { token } = await makeUser(app);
    const seen = await app.call('GET /users/:id', { token, params: { id: user.id } });
    expect(seen.body.user).not.toHaveProperty('picture_state');
  });

  it('is fetched later if its web address was saved before Foyer kept copies', async () => {
    const user = await makeUser(app);
    await app.db
      .updateTable('users')
      .set({ profile_image_url: `${site}/poster.png` })
      .where('id', '=', user.id)
      .execute();
    await enqueueUnkeptUserPictures(app.deps);
    await expect.poll(async () => (await readUser(user)).profile_image_url).toMatch(ownUserPicture);
  });
});
