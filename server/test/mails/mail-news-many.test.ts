import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueueEventNews } from '../../src/features/events/mails/mails.service.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { fillEvent } from '../attendees.ts';
import { makeEvent } from '../factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

function change(event: { id: number; token: string }, body: Record<string, unknown>) {
  return app.call('PATCH /events/:id', { token: event.token, params: { id: event.id }, body });
}

function listNews(eventId: number) {
  return app.db.selectFrom('attendee_news').select('sequence').where('event_id', '=', eventId).execute();
}

describe('Foyer', () => {
  it('sends one cancellation email to each of 300 attendees, although jobs crash several times', async () => {
    const event = await makeEvent(app, { max_attendees: 400 });
    const emails = await fillEvent(app, event.id, 300);
    await change(event, { location: 'The Corn Exchange' });
    await change(event, { status: 'cancelled' });

    // The first crash: the process ends after it has enqueued the second batch of email jobs and before the commit.
    const enqueueAll = app.deps.jobs.enqueueAll.bind(app.deps.jobs);
    vi.spyOn(app.deps.jobs, 'enqueueAll')
      .mockImplementationOnce(enqueueAll)
      .mockImplementationOnce(async (...call) => {
        await enqueueAll(...call);
        throw new Error('The process was killed');
      });
    // 50 jobs crash before they send their email. 50 other jobs crash after sending, and send the email again with the
    // same Message-ID. Mailboxes recognise such copies, so this map counts them once.
    const delivered = new Map<string, string>();
    const [before, after] = [new Set(emails.slice(0, 50)), new Set(emails.slice(50, 100))];
    vi.spyOn(app.deps.mail, 'send').mockImplementation(async ({ to, subject }, id) => {
      if (before.delete(to)) throw new Error('The process was killed');
      expect(subject).toBe(`Cancelled: ${event.title}`);
      delivered.set(id, to);
      if (after.delete(to)) throw new Error('The process was killed');
    });
    await expect(enqueueEventNews(app.deps)).rejects.toThrow('killed');
    await Promise.all(Array.from({ length: 3 }, () => enqueueEventNews(app.deps)));
    await expect.poll(() => listNews(event.id), { timeout: 25_000 }).toEqual([]);
    expect([...delivered.values()].toSorted()).toEqual(emails.toSorted());
    expect(before.size + after.size).toBe(0);
  }, 60_000);

  it('enqueues no emails about a change of an event when the change is rolled back', async () => {
    const event = await makeEvent(app);
    await fillEvent(app, event.id, 3);
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise ''refused''; end'`.execute(
      app.db,
    );
    // Refuses every change of an event when its transaction commits, after the change emails are written.
    await sql`create constraint trigger refuse_commit after update on events deferrable initially deferred
    for each row execute function refuse()`.execute(app.db);
    expect((await change(event, { location: 'The Corn Exchange' })).status).toBe(500);
    await sql`drop trigger refuse_commit on events`.execute(app.db);
    expect(await listNews(event.id)).toEqual([]);
    expect((await change(event, { location: 'The Corn Exchange' })).status).toBe(200);
    expect(await listNews(event.id)).toEqual([{ sequence: 1 }, { sequence: 1 }, { sequence: 1 }]);
  });
});
