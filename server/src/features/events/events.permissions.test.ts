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

  it('can be changed by team admins, event managers and administrators, but by nobody else', async () => {
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

describe('the creator of an event', () => {
  it('has no rights to the event after leaving the team', async () => {
    const organiser = await makeOrganiser(app);
    const creator = await makeMember(app, organiser.teamId, 'event_manager');
    const event = await makeEvent(app, {}, creator);
    const draft = await makeEvent(app, { status: 'draft' }, creator);
    await app.call('DELETE /teams/:id/members/:memberId', {
      token: organiser.token,
      params: { id: organiser.teamId, memberId: creator.id },
    });
    const { token } = creator;
    const of = (id: number) => ({ token, params: { id } });
    expect((await app.call('GET /events/:id', of(event.id))).body.event.viewer).toMatchObject({
      can_edit: false,
      can_delete: false,
      can_manage: false,
    });
    const title = { body: { title: 'Mine' } };
    expect((await app.call('PATCH /events/:id', { ...of(event.id), ...title })).status).toBe(403);
    expect((await app.call('DELETE /events/:id', of(event.id))).status).toBe(403);
    expect((await app.call('GET /events/:id', of(draft.id))).status).toBe(404);
    expect((await app.call('PATCH /events/:id', { ...of(draft.id), ...title })).status).toBe(404);
    expect((await app.call('DELETE /events/:id', of(draft.id))).status).toBe(404);
  });

  it('has no rights to the event after the team was deleted', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, {}, organiser);
    await app.call('DELETE /teams/:id', { token: organiser.token, params: { id: organiser.teamId } });
    const change = (token: string) =>
      app.call('PATCH /events/:id', { token, params: { id: event.id }, body: { title: 'Orphan' } });
    expect((await change(organiser.token)).status).toBe(403);
    expect((await change((await makeAdmin(app)).token)).status).toBe(200);
  });
});

describe('changing an event', () => {
  it('is refused if the new capacity is below the seats taken', async () => {
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
