import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeEvent, makeMember, makeOrganiser, makeUser } from '../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

describe('an event', () => {
  it('is hidden from outsiders and shown to its team while it is a draft', async () => {
    const organiser = await makeOrganiser(app);
    const draft = await makeEvent(app, { status: 'draft' }, organiser);
    const helper = await makeMember(app, organiser.teamId, 'organizer');
    const read = (token?: string) => app.call('GET /events/:id', { token, params: { id: draft.id } });
    expect((await read()).status).toBe(404);
    expect((await read((await makeUser(app)).token)).status).toBe(404);
    expect((await read(helper.token)).body.event).toMatchObject({
      status: 'draft',
      viewer: { can_edit: false, can_delete: true, can_manage: true, is_registered: false },
    });
    const lists = await app.call('GET /events/team/:teamId/draft', {
      token: helper.token,
      params: { teamId: organiser.teamId },
    });
    expect(lists.body.events).toMatchObject([{ id: draft.id }]);
  });

  it('can be changed only by editors, its creator and administrators', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, {}, organiser);
    const rename = (token: string, title: string) =>
      app.call('PATCH /events/:id', { token, params: { id: event.id }, body: { title } });
    const allowed = [
      await makeMember(app, organiser.teamId, 'event_manager'),
      await makeAdmin(app),
      organiser,
    ];
    for (const [index, { token }] of allowed.entries()) {
      expect(await rename(token, `Name ${index}`)).toMatchObject({
        status: 200,
        body: { event: { title: `Name ${index}` } },
      });
    }
    const refused = [
      await makeMember(app, organiser.teamId, 'owner'),
      await makeOrganiser(app),
      await makeUser(app),
    ];
    for (const { token } of refused) expect((await rename(token, 'Mine now')).status).toBe(403);
    const { body } = await app.call('GET /events/:id', { params: { id: event.id } });
    expect(body.event.title).toBe('Name 2');
  });
});

describe('changing an event', () => {
  it('refuses a capacity below the seats taken', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { price: 0, max_attendees: 5 }, organiser);
    for (let seat = 0; seat < 2; seat += 1) {
      await app.call('POST /events/:id/register', {
        token: (await makeUser(app)).token,
        params: { id: event.id },
      });
    }
    const shrink = (max_attendees: number) =>
      app.call('PATCH /events/:id', {
        token: organiser.token,
        params: { id: event.id },
        body: { max_attendees },
      });
    expect(await shrink(1)).toMatchObject({ status: 409, body: { code: 'capacity_below_sold' } });
    expect((await shrink(2)).body.event.tickets_remaining).toBe(0);
  });
});
