import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type Received, type TestApp } from '../app.ts';
import { makeEvent, makeOrganiser, makeUser, type TestUser } from '../factories.ts';
import {
  draw,
  listKeys,
  makeEventWithPicture,
  makeForm,
  postEvent,
  waitForRemovals,
} from './uploads-scene.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

afterEach(() => vi.restoreAllMocks());

const isStored = (address: string) => listKeys(address).map((key) => app.storage.files.has(key));
const all = Array<boolean>(6).fill(true);
const none = Array<boolean>(6).fill(false);

async function changePicture(id: number, fields: Record<string, string> = {}, token = organiser.token) {
  const form = makeForm(fields, { data: await draw('jpeg') });
  return app.send<Received<'PATCH /events/:id'>>('PATCH', `/api/events/${id}`, { token, ...form });
}

describe('the stored files stay as they were', () => {
  async function attempt(request: () => Promise<{ status: number }>) {
    const before = [...app.storage.files.keys()];
    const { status } = await request();
    const after = [...app.storage.files.keys()];
    const came = after.filter((key) => !before.includes(key));
    const went = before.filter((key) => !after.includes(key));
    return { status, files: [...came, ...went] };
  }

  const nothingKept = (status: number) => ({ status, files: [] });

  it('when a new event is refused', async () => {
    const picture = { data: await draw('png') };
    const { token } = organiser;
    const wrong: Record<string, string>[] = [
      { title: '' },
      { end_time: 'never' },
      { category: 'Juggling' },
      { team_id: '0' },
    ];
    for (const fields of wrong)
      expect(await attempt(() => postEvent(app, token, picture, fields))).toEqual(nothingKept(400));
    expect(await attempt(() => postEvent(app, token, picture, { team_id: '999999' }))).toEqual(
      nothingKept(404),
    );
    const stranger = await makeUser(app);
    const fields = { team_id: String(organiser.teamId) };
    expect(await attempt(() => postEvent(app, stranger.token, picture, fields))).toEqual(nothingKept(403));
    expect(await attempt(() => postEvent(app, 'no token', picture, fields))).toEqual(nothingKept(401));
  });

  it('when a change to an event is refused', async () => {
    const { id } = await makeEvent(app, { max_attendees: 5 }, organiser);
    for (let seat = 0; seat < 2; seat += 1) {
      const { token } = await makeUser(app);
      await app.call('POST /events/:id/register', { token, params: { id } });
    }
    expect(await attempt(() => changePicture(id, { max_attendees: '1' }))).toEqual(nothingKept(409));
    expect(await attempt(() => changePicture(id, { end_time: '2026-01-01T00:00:00Z' }))).toEqual(
      nothingKept(400),
    );
    expect(await attempt(() => changePicture(999_999))).toEqual(nothingKept(404));
    const stranger = await makeUser(app);
    expect(await attempt(() => changePicture(id, {}, stranger.token))).toEqual(nothingKept(403));
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    expect(await attempt(() => changePicture(draft.id, {}, stranger.token))).toEqual(nothingKept(404));
  });

  it('when the database fails after a new picture was stored', async () => {
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no more events'; end $$`.execute(app.db);
    await sql`create trigger refuse before insert on events for each row
      when (new.title = 'Doomed') execute function refuse()`.execute(app.db);
    const stored = vi.spyOn(app.storage, 'put');
    const picture = { data: await draw('png') };
    expect(await attempt(() => postEvent(app, organiser.token, picture, { title: 'Doomed' }))).toEqual(
      nothingKept(500),
    );
    expect(stored).toHaveBeenCalledTimes(all.length);
  });

  it('when the storage fails to store one or all files of a picture', async () => {
    const { id, address } = await makeEventWithPicture(app, organiser.token);
    vi.spyOn(app.storage, 'put').mockImplementation(async (key, content) => {
      if (key.endsWith('card.webp')) throw new Error('The storage is full');
      app.storage.files.set(key, content);
    });
    const picture = { data: await draw('png') };
    expect(await attempt(() => postEvent(app, organiser.token, picture))).toEqual(nothingKept(500));
    expect(await attempt(() => changePicture(id))).toEqual(nothingKept(500));
    expect(isStored(address)).toEqual(all);
    vi.spyOn(app.storage, 'put').mockRejectedValue(new Error('The storage is down'));
    app.storage.breakRemoval(true);
    expect(await attempt(() => postEvent(app, organiser.token, picture))).toEqual(nothingKept(500));
    app.storage.breakRemoval(false);
    const { body } = await app.call('GET /events/:id', { params: { id }, token: organiser.token });
    expect(body.event.event_img_url).toBe(address);
  });
});

describe('the files of a picture', () => {
  it('are removed when another picture replaces it, even if two requests do this at once', async () => {
    const { id, address } = await makeEventWithPicture(app, organiser.token);
    const kept = app.storage.files.size;
    const answers = await Promise.all([changePicture(id), changePicture(id)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    await waitForRemovals(app);
    expect(isStored(address)).toEqual(none);
    const { body } = await app.call('GET /events/:id', { params: { id }, token: organiser.token });
    expect(isStored(String(body.event.event_img_url))).toEqual(all);
    expect(app.storage.files.size).toBe(kept);
  });

  it.each([
    { by: 'an empty address', event_img_url: '', shown: null },
    { by: 'null', event_img_url: null, shown: null },
    {
      by: 'an address on another website',
      event_img_url: 'https://example.org/a.png',
      shown: 'https://example.org/a.png',
    },
  ])('are removed when $by replaces the web address of the picture', async ({ event_img_url, shown }) => {
    const { id, address } = await makeEventWithPicture(app, organiser.token);
    const { body } = await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id },
      body: { event_img_url },
    });
    expect(body.event.event_img_url).toBe(shown);
    await waitForRemovals(app);
    expect(isStored(address)).toEqual(none);
  });

  it('are removed by a form with an empty picture address, and kept by a request without this field', async () => {
    const { id, address } = await makeEventWithPicture(app, organiser.token);
    const { token } = organiser;
    await app.call('PATCH /events/:id', { token, params: { id }, body: { title: 'Another title' } });
    await waitForRemovals(app);
    expect(isStored(address)).toEqual(all);
    await app.send('PATCH', `/api/events/${id}`, { token, ...makeForm({ event_img_url: '' }) });
    await waitForRemovals(app);
    expect(isStored(address)).toEqual(none);
  });

  it('are removed when the event is deleted, and kept when deleting the event is refused', async () => {
    const { id, address } = await makeEventWithPicture(app, organiser.token, { status: 'published' });
    const { token } = await makeUser(app);
    expect((await app.call('DELETE /events/:id', { token, params: { id } })).status).toBe(403);
    expect(isStored(address)).toEqual(all);
    await app.call('DELETE /events/:id', { token: organiser.token, params: { id } });
    await waitForRemovals(app);
    expect(isStored(address)).toEqual(none);
  });

  it('are removed for the drafts of a deleted team, and kept for its published events', async () => {
    const { token, teamId } = await makeOrganiser(app);
    const draft = await makeEventWithPicture(app, token);
    const published = await makeEventWithPicture(app, token, { status: 'published' });
    const { status } = await app.call('DELETE /teams/:id', { token, params: { id: teamId } });
    expect(status).toBe(204);
    await waitForRemovals(app);
    expect(isStored(draft.address)).toEqual(none);
    expect(isStored(published.address)).toEqual(all);
  });

  it('are removed separately, so that the others are removed even if one cannot be', async () => {
    const { id, address } = await makeEventWithPicture(app, organiser.token);
    vi.spyOn(app.storage, 'remove').mockImplementation(async (key) => {
      if (key.endsWith('page.webp')) throw new Error('The storage is down');
      app.storage.files.delete(key);
    });
    await app.call('DELETE /events/:id', { token: organiser.token, params: { id } });
    await expect.poll(() => isStored(address)).toEqual(all.map((_, file) => file === 0));
  });
});

describe('the picture of an event', () => {
  it.each([
    ['a path', (path: string) => path, 400],
    ['a path after our host', (path: string) => `http://foyer.localhost${path}`, 201],
    ['a path after our host in capitals', (path: string) => `HTTP://FOYER.TEST${path}`, 201],
    ['a path after a scheme without a host', (path: string) => `http:${path}`, 400],
    ['a path after a line break', (path: string) => `http://a\n${path}`, 201],
    ['a path after spaces', (path: string) => `  ${path}`, 400],
  ])(
    'stays stored when another organiser uses its web address for an event and then deletes that event: %s',
    async (_how, name, status) => {
      const victim = await makeEventWithPicture(app, organiser.token);
      const thief = await makeOrganiser(app);
      const event_img_url = name(victim.address);
      const fields = { title: 'Mine', start_time: '2031-05-01T18:00:00Z', end_time: '2031-05-01T20:00:00Z' };
      const made = await app.call('POST /events', { token: thief.token, body: { ...fields, event_img_url } });
      expect(made.status).toBe(status);
      const { id } = made.status === 201 ? made.body.event : await makeEvent(app, {}, thief);
      const params = { id };
      await app.call('PATCH /events/:id', { token: thief.token, params, body: { event_img_url } });
      await app.call('PATCH /events/:id', { token: thief.token, params, body: { event_img_url: null } });
      await app.call('PATCH /events/:id', { token: thief.token, params, body: { event_img_url } });
      await app.call('DELETE /events/:id', { token: thief.token, params });
      await waitForRemovals(app);
      expect(isStored(victim.address)).toEqual(all);
    },
  );
});
