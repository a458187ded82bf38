import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Received, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser } from '../../../../test/factories.ts';
import { draw, makeEventWithPicture, makeForm } from '../../../../test/uploads/uploads-scene.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const details = {
  doors_minutes: 45,
  age_limit: 18,
  line_up: 'The Margo Fenn Trio\nAda Quill',
  accessibility: 'Step-free, with a hearing loop',
};
const none = { doors_minutes: null, age_limit: null, line_up: null, accessibility: null };

describe('the details of an event', () => {
  it('are kept, changed and taken away again, and stand only in the answer about one event', async () => {
    const organiser = await makeOrganiser(app);
    const { token } = organiser;
    const { id } = await makeEvent(app, { title: 'Detailed', ...details }, organiser);
    const read = async () => (await app.call('GET /events/:id', { params: { id } })).body.event;
    expect(await read()).toMatchObject(details);
    const { body: list } = await app.call('GET /events', { query: { limit: '100', q: 'Detailed' } });
    expect(list.events[0]).toMatchObject({ id });
    expect(Object.keys(list.events[0] ?? {})).not.toEqual(expect.arrayContaining(['line_up']));
    const body = { ...none, line_up: '', accessibility: '' };
    const changed = await app.call('PATCH /events/:id', { token, params: { id }, body });
    expect(changed.body.event).toMatchObject(none);
    expect(await read()).toMatchObject(none);
  });

  it('are unknown for an event that was created without them', async () => {
    const organiser = await makeOrganiser(app);
    const { id } = await makeEvent(app, {}, organiser);
    const { body } = await app.call('GET /events/:id', { params: { id } });
    expect(body.event).toMatchObject({ ...none, picture_x: 50, picture_y: 50 });
  });
});

describe('the main point of a picture', () => {
  it('is kept with the picture, and a new picture begins with its middle', async () => {
    const { token } = await makeOrganiser(app);
    const { id } = await makeEventWithPicture(app, token, { picture_x: '20', picture_y: '80' });
    const read = async () => (await app.call('GET /events/:id', { token, params: { id } })).body.event;
    expect(await read()).toMatchObject({ picture_x: 20, picture_y: 80 });
    await app.call('PATCH /events/:id', { token, params: { id }, body: { title: 'Renamed' } });
    expect(await read()).toMatchObject({ picture_x: 20, picture_y: 80 });
    const form = makeForm({}, { data: await draw('png') });
    await app.send<Received<'PATCH /events/:id'>>('PATCH', `/api/events/${id}`, { token, ...form });
    expect(await read()).toMatchObject({ picture_x: 50, picture_y: 50 });
  });
});

describe('the description of an event', () => {
  it('is answered as typed and, for one event, as safe HTML', async () => {
    const description = '# Bring\n- a **coat**\n<script>alert(1)</script> [x](javascript:alert(1))';
    const { id } = await makeEvent(app, { description });
    const { body } = await app.call('GET /events/:id', { params: { id } });
    expect(body.event.description).toBe(description);
    expect(body.event.description_html).toContain('<h3>Bring</h3>\n<ul>\n<li>a <strong>coat</strong>');
    expect(body.event.description_html).not.toMatch(/<script|href/);
    const calendar = await app.app.inject({ url: `/api/events/${id}/calendar` });
    expect(calendar.body.replaceAll('\r\n ', '')).toContain('DESCRIPTION:Bring\\n• a coat\\n');
  });
});
