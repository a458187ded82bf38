import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Received, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeOrganiser } from '../../../test/factories.ts';
import { makeForm, times, waitForRemovals } from '../../../test/uploads/uploads-scene.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

function makePicture(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#b3401f' } })
    .withExif({ IFD0: { Artist: 'somebody private' } })
    .jpeg()
    .toBuffer();
}

async function listTitles(query: Record<string, string>) {
  const { body } = await app.call('GET /events', { query: { limit: '100', ...query } });
  return body.events.map((event) => event.title);
}

describe('the API for events', () => {
  it('accepts a form with a picture, and stores the picture without its metadata', async () => {
    const organiser = await makeOrganiser(app);
    const picture = { name: 'me.jpg', type: 'image/jpeg', data: await makePicture(2400, 1200) };
    const form = makeForm(
      {
        title: 'Kiln opening',
        ...times,
        price: '12.50',
        max_attendees: '40',
        is_public: 'true',
        status: 'published',
        category: 'art',
      },
      picture,
    );
    const { status, body } = await app.send<Received<'POST /events'>>('POST', '/api/events', {
      token: organiser.token,
      ...form,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'success', msg: 'Event created successfully' });
    expect(body.event).toMatchObject({
      title: 'Kiln opening',
      price: 12.5,
      max_attendees: 40,
      tickets_remaining: 40,
      category: 'Art',
      status: 'published',
      team_id: organiser.teamId,
      creator_username: organiser.username,
      start_time: times.start_time,
      is_past: false,
    });
    const address = String(body.event.event_img_url);
    expect(address).toMatch(/^\/uploads\/events\/[0-9a-f]{24}-[0-9a-f]{6}-\d+x\d+\/page\.webp$/);
    const page = await app.app.inject({ url: address });
    expect(page.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
    const stored = await sharp(page.rawPayload).metadata();
    expect(stored).toMatchObject({ width: 1600, height: 800 });
    expect(stored.exif).toBeUndefined();
    expect((await app.app.inject({ url: address.replace('page', 'card') })).statusCode).toBe(200);
  });

  it('removes the old picture when a new picture replaces it, and the last picture when the event is deleted', async () => {
    const organiser = await makeOrganiser(app);
    const picture = {
      name: 'p.png',
      type: 'image/png',
      data: await sharp(await makePicture(60, 40))
        .png()
        .toBuffer(),
    };
    const made = await app.send<Received<'POST /events'>>('POST', '/api/events', {
      token: organiser.token,
      ...makeForm({ title: 'Two pictures', ...times }, picture),
    });
    const { id, event_img_url } = made.body.event;
    const first = String(event_img_url);
    const changed = await app.send<Received<'PATCH /events/:id'>>('PATCH', `/api/events/${id}`, {
      token: organiser.token,
      ...makeForm({}, picture),
    });
    const second = String(changed.body.updatedEvent.event_img_url);
    expect(second).not.toBe(first);
    await waitForRemovals(app);
    expect((await app.app.inject({ url: first })).statusCode).toBe(404);
    expect((await app.app.inject({ url: second })).statusCode).toBe(200);
    expect((await app.call('DELETE /events/:id', { token: organiser.token, params: { id } })).status).toBe(
      204,
    );
    await waitForRemovals(app);
    expect((await app.app.inject({ url: second })).statusCode).toBe(404);
  });

  it('refuses a file that is not a picture, refuses a picture over 5 MB, and keeps neither file', async () => {
    const { token } = await makeOrganiser(app);
    const before = app.storage.files.size;
    const fake = { name: 'cat.png', type: 'image/png', data: Buffer.from('<script>alert(1)</script>') };
    const drawn = {
      name: 'cat.png',
      type: 'image/png',
      data: Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      ),
    };
    for (const file of [fake, drawn]) {
      const answer = await app.send('POST', '/api/events', {
        token,
        ...makeForm({ title: 'Cat', ...times }, file),
      });
      expect(answer).toMatchObject({ status: 415, body: { code: 'not_an_image' } });
    }
    const big = { name: 'big.jpg', type: 'image/jpeg', data: Buffer.alloc(6 * 1024 * 1024, 1) };
    const tooBig = await app.send('POST', '/api/events', {
      token,
      ...makeForm({ title: 'Big', ...times }, big),
    });
    expect(tooBig).toMatchObject({ status: 413, body: { code: 'image_too_large' } });
    const good = { name: 'ok.jpg', type: 'image/jpeg', data: await makePicture(30, 30) };
    const bad = await app.send('POST', '/api/events', { token, ...makeForm({ title: '', ...times }, good) });
    expect(bad.status).toBe(400);
    expect(app.storage.files.size).toBe(before);
  });

  it('names every wrong field of a new event', async () => {
    const { token } = await makeOrganiser(app);
    const { body } = await app.send('POST', '/api/events', {
      token,
      json: {
        title: ' ',
        start_time: 'soon',
        price: -1,
        max_attendees: 0,
        event_img_url: 'javascript:alert(1)',
      },
    });
    expect(body.errors).toEqual([
      { field: 'title', message: 'Title is required' },
      { field: 'start_time', message: 'Start time must be a time such as 2031-11-20T18:30:00Z' },
      { field: 'end_time', message: 'End time is required' },
      { field: 'price', message: 'Price must be 0 or greater' },
      { field: 'max_attendees', message: 'Must allow at least 1 attendee' },
      { field: 'event_img_url', message: 'Image address must start with http:// or https://' },
    ]);
    const turned = await app.send('POST', '/api/events', {
      token,
      json: { title: 'Backwards', start_time: times.end_time, end_time: times.start_time },
    });
    expect(turned.body).toMatchObject({ status: 'error', msg: 'End time must be after start time' });
  });
});

describe('changing an event', () => {
  it('keeps the new picture even if the old picture cannot be removed', async () => {
    const { token } = await makeOrganiser(app);
    const picture = { name: 'p.jpg', type: 'image/jpeg', data: await makePicture(60, 40) };
    const made = await app.send<Received<'POST /events'>>('POST', '/api/events', {
      token,
      ...makeForm({ title: 'Stubborn', ...times }, picture),
    });
    app.storage.breakRemoval(true);
    const changed = await app.send<Received<'PATCH /events/:id'>>(
      'PATCH',
      `/api/events/${made.body.event.id}`,
      {
        token,
        ...makeForm({}, picture),
      },
    );
    app.storage.breakRemoval(false);
    expect(changed.status).toBe(200);
    const address = String(changed.body.event.event_img_url);
    expect(address).not.toBe(made.body.event.event_img_url);
    expect((await app.app.inject({ url: address })).statusCode).toBe(200);
  });

  it('keeps both changes in the search text when two people change the event at the same moment', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, {}, organiser);
    const change = (body: object) =>
      app.call('PATCH /events/:id', { token: organiser.token, params: { id: event.id }, body });
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([change({ title: `Walnut${round}` }), change({ location: `Chestnut${round} Hall` })]);
      expect(await listTitles({ q: `walnut${round} chestnut${round}` })).toEqual([`Walnut${round}`]);
    }
  });
});

describe('a search for events', () => {
  it('lists published public events that have not started, sorted and in pages', async () => {
    const organiser = await makeOrganiser(app);
    const make = (title: string, fields: object) =>
      makeEvent(app, { title, category: 'Gaming', ...fields }, organiser);
    await make('Chess night', { startsIn: 30, price: 4, max_attendees: 20 });
    await make('Boule', { startsIn: 10, price: 0 });
    await make('Arcade', { startsIn: 20, price: 9.5, max_attendees: null });
    await make('Hidden draft', { status: 'draft' });
    await make('Hidden private', { is_public: false });
    await make('Called off', { status: 'cancelled' });
    await make('Over', { startsIn: -50 });
    const query = { category: 'gaming' };
    expect(await listTitles(query)).toEqual(['Boule', 'Arcade', 'Chess night']);
    expect(await listTitles({ ...query, sort_by: 'title' })).toEqual(['Arcade', 'Boule', 'Chess night']);
    expect(await listTitles({ ...query, sort_by: 'price', order: 'desc' })).toEqual([
      'Arcade',
      'Chess night',
      'Boule',
    ]);
    expect(await listTitles({ ...query, sort_by: 'max_attendees' })).toEqual([
      'Boule',
      'Chess night',
      'Arcade',
    ]);
    expect(await listTitles({ ...query, sort_by: 'no such column' })).toEqual([
      'Boule',
      'Arcade',
      'Chess night',
    ]);
    const { body } = await app.call('GET /events', { query: { ...query, limit: '2', page: '2' } });
    expect(body).toMatchObject({ total_events: 3, total_pages: 2, events: [{ title: 'Chess night' }] });
    expect(await listTitles({ category: 'No such category' })).toEqual([]);
  });

  it('looks in title, location and description, and ignores case and accents', async () => {
    const organiser = await makeOrganiser(app);
    await makeEvent(app, { title: 'Soirée Łódź 100%' }, organiser);
    expect(await listTitles({ q: 'SOIREE' })).toEqual(['Soirée Łódź 100%']);
    expect(await listTitles({ q: '100%' })).toEqual(['Soirée Łódź 100%']);
    expect(await listTitles({ q: 'soirée brewery' })).toEqual(['Soirée Łódź 100%']);
    expect(await listTitles({ q: 'so łó 10' })).toEqual(['Soirée Łódź 100%']);
    expect(await listTitles({ q: 'ir' })).toEqual([]);
    expect(await listTitles({ q: '%' })).toEqual([]);
    expect(await listTitles({ q: "'; drop table events; --" })).toEqual([]);
  });

  it('refuses a limit or a page number that is not a positive whole number', async () => {
    const wrong: Record<string, string>[] = [
      { limit: '0' },
      { page: '-1' },
      { limit: 'ten' },
      { page: '1.5' },
    ];
    for (const query of wrong) {
      const { status, body } = await app.call('GET /events', { query });
      expect({ status, msg: body.msg }).toEqual({
        status: 400,
        msg: 'Limit and page must be positive numbers',
      });
    }
  });
});

describe('a request for one event', () => {
  it('gets 400 for an event id that is not a number, and 404 for an unknown event id', async () => {
    expect(await app.send('GET', '/api/events/abc')).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await app.send('GET', '/api/events/999999999')).toMatchObject({
      status: 404,
      body: { code: 'event_not_found' },
    });
  });
});
