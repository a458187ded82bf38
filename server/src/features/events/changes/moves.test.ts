import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeMember, makeOrganiser, type TestUser } from '../../../../test/factories.ts';
import { draw, makeForm } from '../../../../test/uploads/uploads-scene.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

function change(caller: TestUser, id: number, body: Record<string, unknown>) {
  return app.send('PATCH', `/api/events/${id}`, { token: caller.token, json: body });
}

describe('moving an event to another team', () => {
  it('is refused to an event manager, even to the one who created the event', async () => {
    const organiser = await makeOrganiser(app);
    const editor = await makeMember(app, organiser.teamId, 'event_manager');
    const event = await makeEvent(app, {}, editor);
    const { body } = await app.call('POST /teams', { token: editor.token, body: { name: 'Their own' } });
    expect(await change(editor, event.id, { team_id: body.team.id })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    const read = await app.call('GET /events/:id', { params: { id: event.id } });
    expect(read.body.event.team_id).toBe(organiser.teamId);
    // A request that names the present team again is allowed, because nothing moves.
    expect((await change(editor, event.id, { team_id: organiser.teamId, title: 'Same team' })).status).toBe(
      200,
    );
  });

  it('is allowed only to a person who may create events in the new team', async () => {
    const [organiser, other] = [await makeOrganiser(app), await makeOrganiser(app)];
    const event = await makeEvent(app, {}, organiser);
    expect((await change(organiser, event.id, { team_id: other.teamId })).status).toBe(403);
    await app.db
      .insertInto('team_members')
      .values({ team_id: other.teamId, user_id: organiser.id, role: 'event_manager' })
      .execute();
    const moved = await app.call('PATCH /events/:id', {
      token: organiser.token,
      params: { id: event.id },
      body: { team_id: other.teamId },
    });
    expect(moved.body.event.team_id).toBe(other.teamId);
  });
});

describe('creating an event with a picture', () => {
  it('answers 404 and keeps no picture file if the team is deleted while the picture is being stored', async () => {
    const organiser = await makeOrganiser(app);
    const put = app.storage.put.bind(app.storage);
    const stored = vi.spyOn(app.storage, 'put').mockImplementation(async (...file) => {
      await app.db.deleteFrom('teams').where('id', '=', organiser.teamId).execute();
      return put(...file);
    });
    const times = { start_time: '2040-06-01T18:00:00.000Z', end_time: '2040-06-01T20:00:00.000Z' };
    const fields = { title: 'Too late', ...times, team_id: String(organiser.teamId) };
    const form = makeForm(fields, { data: await draw('png') });
    const answer = await app.send('POST', '/api/events', { token: organiser.token, ...form });
    stored.mockRestore();
    expect(answer).toMatchObject({ status: 404, body: { code: 'team_not_found' } });
    expect(app.storage.files.size).toBe(0);
  });
});

describe('the picture of an event', () => {
  it('stays when a request repeats its web address, and cannot be given to another event', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, {}, organiser);
    const form = makeForm({}, { data: await draw('png') });
    await app.send('PATCH', `/api/events/${event.id}`, { token: organiser.token, ...form });
    const stored = [...app.storage.files.keys()];
    const read = async () =>
      String((await app.call('GET /events/:id', { params: { id: event.id } })).body.event.event_img_url);
    const address = await read();
    for (const sent of [address, `${app.deps.publicUrl}${address}`]) {
      expect((await change(organiser, event.id, { event_img_url: sent, title: 'Echoed' })).status).toBe(200);
      expect(await read()).toBe(address);
    }
    expect([...app.storage.files.keys()]).toEqual(stored);

    const another = await makeEvent(app, {}, organiser);
    expect(await change(organiser, another.id, { event_img_url: address })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { field: 'event_img_url', message: 'Upload the picture, or use an address on another site' },
        ],
      },
    });
  });
});
