import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeOrganiser, makeUser } from '../factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const times = { start_time: '2031-05-01T18:00:00Z', end_time: '2031-05-01T20:00:00Z' };
const refused = { status: 400, body: { status: 'error', code: 'validation_failed' } };

describe('the API refuses a value that PostgreSQL cannot store', () => {
  it.each(['q', 'category'])(
    'such as a NUL character in the parameter %s of a search for events',
    async (field) => {
      expect(await app.send('GET', `/api/events?${field}=%00`)).toMatchObject({
        ...refused,
        body: { errors: [{ field, message: 'Control characters are not allowed' }] },
      });
    },
  );

  it('such as a NUL character in the username at login', async () => {
    const json = { username: 'a\u0000', password: 'whatever' };
    expect(await app.send('POST', '/api/auth/login', { json })).toMatchObject(refused);
  });

  it('such as a control character in the web address of a picture', async () => {
    const organiser = await makeOrganiser(app);
    const address = 'http://a/\u0000b';
    const message = 'Control characters are not allowed';
    const event = { title: 'Choir', ...times, event_img_url: address };
    expect(await app.send('POST', '/api/events', { token: organiser.token, json: event })).toMatchObject({
      ...refused,
      body: { errors: [{ field: 'event_img_url', message }] },
    });
    const { id, token } = await makeUser(app);
    expect(
      await app.send('PATCH', `/api/users/${id}`, { token, json: { profile_image_url: address } }),
    ).toMatchObject({ ...refused, body: { errors: [{ field: 'profile_image_url', message }] } });
  });

  it('such as an end time of an event after the year 2200 in UTC', async () => {
    const { token } = await makeOrganiser(app);
    for (const end_time of ['9999-12-31T23:59:59-01:00', '2200-01-01T00:00:00-00:01']) {
      const answer = await app.send('POST', '/api/events', {
        token,
        json: { title: 'The end of time', ...times, end_time },
      });
      expect(answer).toMatchObject({
        ...refused,
        body: { errors: [{ field: 'end_time', message: 'Choose a date between the years 2000 and 2200' }] },
      });
    }
  });
});

describe('a form that cannot be parsed', () => {
  const field = '--edge\r\nContent-Disposition: form-data; name="title"\r\n\r\nChoir';
  const file =
    '--edge\r\nContent-Disposition: form-data; name="event_image"; filename="a.png"\r\n' +
    'Content-Type: image/png\r\n\r\nhalf a pict';

  it.each([
    { what: 'ends inside a field', type: 'multipart/form-data; boundary=edge', payload: field },
    { what: 'ends inside the file', type: 'multipart/form-data; boundary=edge', payload: file },
    { what: 'has no boundary', type: 'multipart/form-data', payload: `${field}\r\n--edge--\r\n` },
  ])('is refused as a malformed body when it $what', async ({ type, payload }) => {
    const { token } = await makeOrganiser(app);
    const answer = await app.send('POST', '/api/events', {
      token,
      payload,
      headers: { 'content-type': type },
    });
    expect(answer).toMatchObject({ status: 400, body: { status: 'error', code: 'malformed_body' } });
  });
});

describe('a web address that the router cannot read', () => {
  it.each(['/api/events/%', '/%', `/api/events/${'9'.repeat(400)}`])(
    'gets the same 404 as an unknown route: %s',
    async (address) => {
      const answer = await app.send('GET', address);
      expect(answer).toMatchObject({
        status: 404,
        body: { status: 'error', code: 'route_not_found', msg: 'Route not found' },
      });
    },
  );
});

describe('an empty body', () => {
  it.each(['application/x-www-form-urlencoded', 'application/json', 'text/plain'])(
    'with the media type %s is treated like a missing body',
    async (type) => {
      const answer = await app.send('POST', '/api/auth/login', {
        payload: '',
        headers: { 'content-type': type, 'content-length': '0' },
      });
      expect(answer).toMatchObject(refused);
    },
  );
});
