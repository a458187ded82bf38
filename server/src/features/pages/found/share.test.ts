import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser, type TestUser } from '../../../../test/factories.ts';
import { storePicture } from '../../../storage/pictures.ts';

let app: TestApp;
let organiser: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

const read = (id: number, headers = {}) => app.app.inject({ url: `/share/events/${id}.jpg?v=1`, headers });

/** Reads the colour in the middle of the place for the poster. */
async function readPosterColour(picture: Buffer): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await sharp(picture)
    .extract({ left: 960, top: 300, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return [red, green, blue].map((value) => (value > 128 ? 'x' : '-')).join('');
}

describe('the share picture of an event', () => {
  it('is a JPEG of 1200 × 630 pixels, with its poster, and changes with the event', async () => {
    const { id, token } = await makeEvent(app, { title: 'Zażółć gęślą jaźń 🎷' }, organiser);
    const first = await read(id);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const { width, height, format } = await sharp(first.rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    expect(await readPosterColour(first.rawPayload)).toBe('xxx');

    const known = { 'if-none-match': first.headers.etag };
    expect((await read(id, known)).statusCode).toBe(304);
    const red = { create: { width: 900, height: 1200, channels: 3, background: '#f00' } } as const;
    const poster = await storePicture(app.deps.storage, 'events', await sharp(red).png().toBuffer());
    await app.db.updateTable('events').set({ event_img_url: poster }).where('id', '=', id).execute();
    const withPoster = await read(id, known);
    expect(withPoster.statusCode).toBe(200);
    expect(await readPosterColour(withPoster.rawPayload)).toBe('x--');

    await app.call('PATCH /events/:id', { token, params: { id }, body: { title: 'Another title' } });
    expect((await read(id, { 'if-none-match': withPoster.headers.etag })).statusCode).toBe(200);
  });

  it('shows the picture of its team', async () => {
    const host = await makeOrganiser(app);
    const { id } = await makeEvent(app, {}, host);
    const first = await read(id);
    const blue = { create: { width: 300, height: 300, channels: 3, background: '#00f' } } as const;
    const picture_url = await storePicture(app.deps.storage, 'teams', await sharp(blue).png().toBuffer());
    await app.db.updateTable('teams').set({ picture_url }).where('id', '=', host.teamId).execute();
    const second = await read(id, { 'if-none-match': first.headers.etag });
    expect(second.statusCode).toBe(200);
    const [red = 255, , strength = 0] = await sharp(second.rawPayload)
      .extract({ left: 90, top: 530, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red < 60, strength > 180]).toEqual([true, true]);
  });

  it('is not drawn of a draft, a private event or a cancelled one, and not found at once after a change', async () => {
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    const hidden = await makeEvent(app, { is_public: false }, organiser);
    for (const { id } of [draft, hidden]) expect((await read(id)).statusCode).toBe(404);
    const { id, token } = await makeEvent(app, {}, organiser);
    const { headers } = await read(id);
    await app.call('PATCH /events/:id', { token, params: { id }, body: { status: 'draft' } });
    expect((await read(id)).statusCode).toBe(404);
    expect((await read(id, { 'if-none-match': headers.etag })).statusCode).toBe(404);
  });

  it('has a form for mails with the whole poster and no words, for a public event with a picture only', async () => {
    const [open, hidden, plain] = [
      await makeEvent(app, {}, organiser),
      await makeEvent(app, { is_public: false }, organiser),
      await makeEvent(app, {}, organiser),
    ];
    const red = { create: { width: 1600, height: 900, channels: 3, background: '#f00' } } as const;
    const event_img_url = await storePicture(app.deps.storage, 'events', await sharp(red).png().toBuffer());
    const ids = [open.id, hidden.id];
    await app.db.updateTable('events').set({ event_img_url }).where('id', 'in', ids).execute();
    const readForMail = (id: number) => app.app.inject({ url: `/share/events/${id}-mail.jpg?v=1` });
    const picture = await readForMail(open.id);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const { width, height, format } = await sharp(picture.rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 1120, height: 630, format: 'jpeg' });
    expect(await readPosterColour(picture.rawPayload)).toBe('x--');
    for (const { id } of [hidden, plain]) expect((await readForMail(id)).statusCode).toBe(404);
  });

  it('shows in mails an upright poster on the plain colour of its edges', async () => {
    const { id } = await makeEvent(app, {}, organiser);
    const red = { create: { width: 300, height: 600, channels: 3, background: '#c00' } } as const;
    const blue = { create: { width: 200, height: 500, channels: 3, background: '#00c' } } as const;
    const inner = await sharp(blue).png().toBuffer();
    const poster = await sharp(red)
      .composite([{ input: inner }])
      .png()
      .toBuffer();
    const event_img_url = await storePicture(app.deps.storage, 'events', poster);
    await app.db.updateTable('events').set({ event_img_url }).where('id', '=', id).execute();
    const picture = (await app.app.inject({ url: `/share/events/${id}-mail.jpg?v=1` })).rawPayload;
    const { width, height } = await sharp(picture).metadata();
    const colourAt = async (left: number) => {
      const place = { left, top: height / 2, width: 1, height: 1 };
      return [...(await sharp(picture).extract(place).raw().toBuffer())].map((value) =>
        Math.round(value / 51),
      );
    };
    expect(await Promise.all([colourAt(5), colourAt(width / 2), colourAt(width - 5)])).toEqual([
      [4, 0, 0],
      [0, 0, 4],
      [4, 0, 0],
    ]);
  });

  it.each([
    '/share/events/0.jpg',
    '/share/events/999999-mail.jpg',
    '/share/events/1-poster.jpg',
    '/share/events/999999.jpg',
    '/share/events/1.png',
    '/share/events/a.jpg',
    '/share',
  ])('answers 404 when there is none: %s', async (url) => {
    expect((await app.app.inject(url)).statusCode).toBe(404);
  });

  it('is not kept by caches when it could not be drawn', async () => {
    const busy = await startTestApp({
      works: false,
      overloadLimits: { waiting: 250, waitMs: 1000, costlyWaitMs: 0 },
    });
    const maker = await makeOrganiser(busy);
    const events = [
      await makeEvent(busy, { title: 'One' }, maker),
      await makeEvent(busy, { title: 'Two' }, maker),
    ];
    const answers = await Promise.all(events.map(({ id }) => busy.app.inject(`/share/events/${id}.jpg`)));
    await busy.close();
    const drawn = answers.filter(({ statusCode }) => statusCode === 200);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect([drawn.length, refused.length]).toEqual([1, 1]);
    expect(refused[0]?.headers).not.toHaveProperty('etag');
    expect(refused[0]?.headers['cache-control']).toBe('no-store');
  });

  it('is drawn of every title, also of one that no font can write', async () => {
    const titles = [
      '<svg/onload=alert(1)>&amp;"\'',
      '🎷🎺',
      'حفل موسيقى Jazz',
      '音樂會 in 上海',
      'x'.repeat(120),
      '— “…” ﷽ ᚠᛇᚻ',
    ];
    for (const title of titles) {
      const { id } = await makeEvent(app, { title }, organiser);
      const picture = await read(id);
      expect([title, picture.statusCode]).toEqual([title, 200]);
      expect((await sharp(picture.rawPayload).metadata()).width).toBe(1200);
    }
  });
});
