import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sendRemovalMail } from '../../src/features/events/mails/mails.service.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeOrganiser, makeUser, only } from '../factories.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

async function register(eventId: number) {
  const guest = await makeUser(app);
  await app.call('POST /events/:id/register', { token: guest.token, params: { id: eventId } });
  await expect.poll(() => listMails(guest, 'Your ticket')).toHaveLength(1);
  return guest;
}

function listMails({ email }: { email: string }, word: string) {
  return app.mails.filter((mail) => mail.to === email && mail.subject.startsWith(word));
}

function remove(id: number) {
  return app.call('DELETE /events/:id', { token: organiser.token, params: { id } });
}

describe('an attendee of a deleted event', () => {
  it('gets a cancellation email, with a file that removes the calendar entry', async () => {
    const event = await makeEvent(app, { title: 'Gone by morning', price: 0 }, organiser);
    const guests = [await register(event.id), await register(event.id)];
    expect((await remove(event.id)).status).toBe(204);
    for (const guest of guests) {
      await expect.poll(() => listMails(guest, 'Cancelled: Gone by morning')).toHaveLength(1);
      const mail = only(listMails(guest, 'Cancelled'));
      expect(mail.text).toContain('The Old Brewery, Mill Lane');
      expect(String(mail.attachments?.at(-1)?.content)).toMatch(/METHOD:CANCEL[^]*SEQUENCE:1/);
    }
  });

  it('gets only one email if the event was cancelled just before it was deleted', async () => {
    const quiet = await startTestApp({ works: false });
    const owner = await makeOrganiser(quiet);
    const event = await makeEvent(quiet, { title: 'Twice over', price: 0 }, owner);
    const guest = await makeUser(quiet);
    const params = { id: event.id };
    await quiet.call('POST /events/:id/register', { token: guest.token, params });
    await quiet.call('PATCH /events/:id', { token: owner.token, params, body: { status: 'cancelled' } });
    const enqueueAll = vi.spyOn(quiet.deps.jobs, 'enqueueAll');
    await quiet.call('DELETE /events/:id', { token: owner.token, params });
    type Removal = Parameters<typeof sendRemovalMail>[1];
    const removal = only((enqueueAll.mock.lastCall?.[2] ?? []) as Removal[]);
    expect(removal).toMatchObject({ userId: guest.id, sequence: 1 });
    await sendRemovalMail(quiet.deps, removal);
    await sendRemovalMail(quiet.deps, removal);
    expect(quiet.mails.map((mail) => mail.subject)).toEqual(['Cancelled: Twice over']);
    await quiet.close();
  });

  it('gets no email if the event was already over', async () => {
    const event = await makeEvent(app, { title: 'Long past', price: 0 }, organiser);
    const guest = await register(event.id);
    const past = new Date(Date.now() - 3_600_000);
    await app.db
      .updateTable('events')
      .set({ start_time: new Date(past.getTime() - 3_600_000), end_time: past })
      .where('id', '=', event.id)
      .execute();
    const enqueueAll = vi.spyOn(app.deps.jobs, 'enqueueAll');
    expect((await remove(event.id)).status).toBe(204);
    expect(enqueueAll).not.toHaveBeenCalled();
    expect(listMails(guest, 'Cancelled')).toEqual([]);
  });
});
