import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Received, type TestApp } from '../app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser } from '../factories.ts';
import { draw, makeForm, postEvent, startForm, times, type File } from './uploads-scene.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  token = (await makeOrganiser(app)).token;
});

afterAll(() => app.close());

const maxBytes = 5 * 1024 * 1024;
const event = { title: 'By form', ...times };

function post(fields: Record<string, string>, ...files: File[]) {
  const form = makeForm(fields, ...files);
  return app.send<Received<'POST /events'>>('POST', '/api/events', { token, ...form });
}

/** Makes a picture of exactly this many bytes. Decoders ignore the padding after the end of the picture. */
async function pad(bytes: number): Promise<Buffer> {
  const picture = await draw('jpeg');
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
}

describe('the limit of 5 MB for a file', () => {
  const tooLarge = {
    status: 'error',
    code: 'image_too_large',
    msg: 'The image is too large. Choose one of at most 5 MB.',
  };

  it('allows exactly 5 MB and refuses one byte more', async () => {
    expect((await post(event, { data: await pad(maxBytes) })).status).toBe(201);
    const kept = app.storage.files.size;
    for (const field of ['event_image', 'something_else']) {
      const refused = await post(event, { data: await pad(maxBytes + 1), field });
      expect(refused).toMatchObject({ status: 413, body: tooLarge });
    }
    expect(app.storage.files.size).toBe(kept);
  });

  it('is reported to a browser that sends 30 MB', async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(event)) body.set(name, value);
    body.set('event_image', new Blob([new Uint8Array(30 * 1024 * 1024)], { type: 'image/png' }), 'a.png');
    const answer = await fetch(`http://127.0.0.1:${app.deps.config.port}/api/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual(tooLarge);
  });
});

describe('a form', () => {
  it('with two files is refused', async () => {
    const picture = { data: await draw('png') };
    const kept = app.storage.files.size;
    for (const field of ['event_image', 'another']) {
      const answer = await post(event, picture, { ...picture, field });
      expect(answer).toMatchObject({ status: 400, body: { status: 'error', code: 'malformed_body' } });
    }
    expect(app.storage.files.size).toBe(kept);
  });

  it('with a file under another field name is refused', async () => {
    for (const field of ['picture', 'event_img_url', 'title']) {
      const answer = await post(event, { data: Buffer.from('whatever'), field });
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: [{ field, message: 'Send the file as event_image' }] },
      });
    }
  });

  it('without a chosen file creates an event without a picture', async () => {
    const nothing = { data: Buffer.alloc(0), name: '', type: 'application/octet-stream' };
    const { status, body } = await post(event, nothing);
    expect(status).toBe(201);
    expect(body.event.event_img_url).toBeNull();
  });

  it('with both a file and a picture address uses the file as the picture', async () => {
    const fields = { ...event, event_img_url: 'https://example.org/a.png' };
    const { body } = await post(fields, { data: await draw('png') });
    expect(body.event.event_img_url).toMatch(/^\/uploads\//);
  });

  it('with a thousand fields or with a field named constructor is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field_${index}`, 'x']));
    for (const fields of [
      { ...event, ...many },
      { ...event, constructor: 'x' },
    ]) {
      const answer = await post(fields, { data: await draw('png') });
      expect(answer).toMatchObject({ status: 400, body: { status: 'error', code: 'malformed_body' } });
    }
  });

  it('with a field that is too long is refused', async () => {
    const description = `${' '.repeat(70_000)}the rest`;
    const answer = await post({ ...event, description });
    expect(answer).toMatchObject({ status: 413, body: { status: 'error', code: 'payload_too_large' } });
  });

  it('can send numbers, booleans and null as text', async () => {
    const fields = { price: '12.5', max_attendees: '', is_public: 'false', description: '12', category: '' };
    const { body } = await post({ ...event, ...fields });
    expect(body.event).toMatchObject({
      price: 12.5,
      max_attendees: null,
      is_public: false,
      description: '12',
      category: null,
    });
  });
});

describe('a forbidden or invalid form', () => {
  it('is refused before its picture is decoded', async () => {
    const published = await makeEvent(app);
    const draft = await makeEvent(app, { status: 'draft' });
    const stranger = await makeUser(app);
    const form = makeForm(event, { data: await draw('png') });
    const faulty = makeForm({ ...event, title: '' }, { data: await draw('png') });
    let decoded = 0;
    const count = () => void (decoded += 1);
    sharp.queue.on('change', count);
    const answers = [
      await app.send('POST', '/api/events', { ...form }),
      await app.send('POST', '/api/events', { token: 'forged', ...form }),
      await app.send('POST', '/api/events', { token: stranger.token, ...form }),
      await app.send('PATCH', `/api/events/${published.id}`, { token: stranger.token, ...form }),
      await app.send('PATCH', `/api/events/${draft.id}`, { token: stranger.token, ...form }),
      await app.send('PATCH', '/api/events/999999', { token, ...form }),
      await app.send('POST', '/api/events', { token, ...faulty }),
    ];
    sharp.queue.off('change', count);
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 403, 403, 404, 404, 400]);
    expect(decoded).toBe(0);
  });

  it('is refused before it has arrived completely if the event does not exist or the sender has no rights', async () => {
    const published = await makeEvent(app);
    const stranger = (await makeUser(app)).token;
    expect(await startForm(app, stranger).answered).toBe(403);
    expect(
      await startForm(app, stranger, { method: 'PATCH', path: `/api/events/${published.id}` }).answered,
    ).toBe(403);
    expect(await startForm(app, token, { method: 'PATCH', path: '/api/events/999999' }).answered).toBe(404);
  });
});

describe('pictures that arrive at the same time', () => {
  it('are decoded one after the other', async () => {
    const admins = await Promise.all([1, 2, 3, 4].map(() => makeAdmin(app)));
    const { teamId } = await makeOrganiser(app);
    const data = await draw('jpeg', 3000, 2000);
    let most = 0;
    const look = () => void (most = Math.max(most, sharp.counters().process + sharp.counters().queue));
    sharp.queue.on('change', look);
    const answers = await Promise.all(
      [...admins, ...admins].map((admin) =>
        postEvent(app, admin.token, { data }, { team_id: String(teamId) }),
      ),
    );
    sharp.queue.off('change', look);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 201));
    // If all eight pictures were decoded at once, sharp would count eight tasks.
    expect(most).toBe(1);
  });
});
