import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeOrganiser, makeUser, type TestUser } from '../../../test/factories.ts';

let app: TestApp;
let organiser: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

async function download(id: number, token?: string) {
  const answer = await app.app.inject({
    url: `/api/events/${id}/calendar`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  // The calendar file breaks long lines: a line that begins with a space continues the line before. Join these lines
  // again.
  return { answer, lines: answer.body.replaceAll('\r\n ', '').split('\r\n') };
}

describe('the calendar file of an event', () => {
  it('is offered to everybody while the event is published', async () => {
    const { body } = await app.call('POST /events', {
      token: organiser.token,
      body: {
        title: 'Jam, bread; and more',
        description: 'Bring a spoon.\nAnd a friend.',
        location: 'Mill Lane 4, Harbour',
        start_time: '2040-11-21T18:30:00.000Z',
        end_time: '2040-11-21T21:00:00.000Z',
        status: 'published',
      },
    });
    const { id } = body.event;
    const { answer, lines } = await download(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="Jam, bread; and more.ics"') as string,
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        'METHOD:PUBLISH',
        `UID:event-${id}@foyer.localhost`,
        'SEQUENCE:0',
        'DTSTART:20401121T183000Z',
        'DTEND:20401121T210000Z',
        'SUMMARY:Jam\\, bread\\; and more',
        'DESCRIPTION:Bring a spoon.\\nAnd a friend.',
        'LOCATION:Mill Lane 4\\, Harbour',
      ]),
    );
  });

  it('folds long lines at 75 bytes without cutting a character in two', async () => {
    const title = 'Żółć '.repeat(30).trim();
    const event = await makeEvent(app, { title }, organiser);
    const { answer, lines } = await download(event.id);
    for (const line of answer.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(lines).toContain(`SUMMARY:${title}`);
  });

  it('removes the event from the reader’s calendar after the event was cancelled', async () => {
    const event = await makeEvent(app, {}, organiser);
    await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id: event.id },
      body: { status: 'cancelled' },
    });
    const { lines } = await download(event.id);
    expect(lines).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']));
  });

  it('is offered only to the team while the event is a draft', async () => {
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    const stranger = await makeUser(app);
    expect((await download(draft.id)).answer.statusCode).toBe(404);
    expect((await download(draft.id, stranger.token)).answer.statusCode).toBe(404);
    expect((await download(draft.id, organiser.token)).answer.statusCode).toBe(200);
  });
});
