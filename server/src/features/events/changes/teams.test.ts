import type { TeamRole } from '@foyer/contract/fields.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeOrganiser, makeUser, type TestUser } from '../../../../test/factories.ts';
import { times } from '../../../../test/uploads/uploads-scene.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const create = ({ token }: TestUser, team_id?: number) =>
  app.call('POST /events', { token, body: { title: 'Which team', ...times, team_id } });

const join = (user: TestUser, teamId: number, role: TeamRole) =>
  app.db.insertInto('team_members').values({ team_id: teamId, user_id: user.id, role }).execute();

describe('a new event', () => {
  it('belongs to the team in the request, if the organiser may create events in that team', async () => {
    const [organiser, other] = [await makeOrganiser(app), await makeOrganiser(app)];
    await join(organiser, other.teamId, 'organizer');
    const made = await create(organiser, organiser.teamId);
    expect(made).toMatchObject({ status: 201, body: { event: { team_id: organiser.teamId } } });
    expect((await create(organiser, other.teamId)).status).toBe(403);
    expect((await create(await makeUser(app), organiser.teamId)).status).toBe(403);
    expect((await create(await makeAdmin(app), other.teamId)).status).toBe(201);
  });

  it('belongs by default to the team that its organiser joined first, leaving out teams where the organiser may not create events', async () => {
    const teamIds = [];
    for (let count = 0; count < 3; count += 1) teamIds.push((await makeOrganiser(app)).teamId);
    const [first = 0, second = 0, third = 0] = teamIds;
    const user = await makeUser(app);
    // The teams were created in one order, and the user joins them in a different order. The test fails if Foyer uses
    // the order of creation.
    await join(user, third, 'organizer');
    await join(user, second, 'event_manager');
    await join(user, first, 'team_admin');
    const made = await create(user);
    expect(made).toMatchObject({ status: 201, body: { event: { team_id: second } } });
  });

  it('is refused if its organiser may not create events in any team', async () => {
    const user = await makeUser(app);
    const { teamId } = await makeOrganiser(app);
    await join(user, teamId, 'owner');
    const msg = 'Only team admins and event managers can create events';
    for (const caller of [user, await makeUser(app)]) {
      expect(await create(caller)).toMatchObject({ status: 403, body: { code: 'forbidden', msg } });
    }
  });

  it('needs a team in the request if its organiser is an administrator without a team', async () => {
    const admin = await makeAdmin(app);
    expect(await create(admin)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'team_id', message: 'Team is required' }] },
    });
    const { teamId } = await makeOrganiser(app);
    await join(admin, teamId, 'organizer');
    expect(await create(admin)).toMatchObject({ status: 201, body: { event: { team_id: teamId } } });
  });
});
