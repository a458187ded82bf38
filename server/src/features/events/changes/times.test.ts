import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Received, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser } from '../../../../test/factories.ts';
import { makeForm } from '../../../../test/uploads/uploads-scene.ts';

let app: TestApp;

beforeAll(async () => {
  // In Berlin, clocks go forward on 30 March 2031 and back on 26 October 2031, both at 01:00 UTC.
  app = await startTestApp({ env: { TIME_ZONE: 'Europe/Berlin' } });
});

afterAll(() => app.close());

async function create(start_time: string, end_time: string) {
  const { token } = await makeOrganiser(app);
  const body = { title: 'Local time', start_time, end_time };
  return app.call('POST /events', { token, body });
}

const endFirst = {
  status: 400,
  body: { errors: [{ field: 'end_time', message: 'End time must be after start time' }] },
};

describe('an event time without a time zone', () => {
  it.each([
    ['a winter time', '2031-11-21T19:30', '2031-11-21T18:30:00.000Z'],
    ['a summer time with seconds', '2031-06-21T19:30:15', '2031-06-21T17:30:15.000Z'],
    [
      'a time with ten digits after the seconds',
      '2031-06-21T19:30:15.1234567891',
      '2031-06-21T17:30:15.123Z',
    ],
    ['a time that is skipped when the clocks go forward', '2031-03-30T02:30', '2031-03-30T01:30:00.000Z'],
    ['a time that comes twice when the clocks go back', '2031-10-26T02:30', '2031-10-26T00:30:00.000Z'],
  ])('is read in the time zone of the site: %s', async (_, local, expected) => {
    const { status, body } = await create(local, '2031-12-01T10:00');
    expect(status).toBe(201);
    expect(body.event).toMatchObject({ start_time: expected, end_time: '2031-12-01T09:00:00.000Z' });
  });

  it('can be combined with an end time that has a time zone', async () => {
    const { body } = await create('2031-11-21T19:30', '2031-11-21T20:30:00-05:00');
    expect(body.event).toMatchObject({
      start_time: '2031-11-21T18:30:00.000Z',
      end_time: '2031-11-22T01:30:00.000Z',
    });
  });

  it('is read in the time zone of the site, whether it is sent in a form or in a change of the event', async () => {
    const { token } = await makeOrganiser(app);
    const form = makeForm({ title: 'Form', start_time: '2031-11-21T19:30', end_time: '2031-11-21T22:00' });
    const made = await app.send<Received<'POST /events'>>('POST', '/api/events', { token, ...form });
    expect(made.body.event.start_time).toBe('2031-11-21T18:30:00.000Z');
    const changed = await app.call('PATCH /events/:id', {
      token,
      params: { id: made.body.event.id },
      body: { end_time: '2031-11-21T23:15' },
    });
    expect(changed.body.event).toMatchObject({
      start_time: '2031-11-21T18:30:00.000Z',
      end_time: '2031-11-21T22:15:00.000Z',
    });
  });

  it('is refused as the end time unless it is after the start time in the time zone of the site', async () => {
    expect(await create('2031-11-21T19:30', '2031-11-21T19:30')).toMatchObject(endFirst);
    expect(await create('2031-11-21T19:30', '2031-11-21T18:30:00Z')).toMatchObject(endFirst);
    // The clocks skip 02:30 on this day, so 02:30 counts as 03:30.
    expect(await create('2031-03-30T02:30', '2031-03-30T03:15')).toMatchObject(endFirst);
    const event = await makeEvent(app);
    const change = { token: event.token, params: { id: event.id }, body: { end_time: '2020-01-01T10:00' } };
    expect(await app.call('PATCH /events/:id', change)).toMatchObject(endFirst);
  });

  it.each(['1999-12-31T23:59', '2200-01-01T00:01', '9999-12-31T23:59:59'])(
    'is refused if it is earlier than the year 2000 or later than the start of the year 2200: %s',
    async (local) => {
      expect(await create('2031-11-21T19:30', local)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'end_time', message: 'Choose a date between the years 2000 and 2200' }] },
      });
    },
  );
});
