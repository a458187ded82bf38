import type { TeamRole } from '@foyer/contract/fields.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  makeAdmin,
  makeEvent,
  makeMember,
  makeOrganiser,
  makeUser,
  type TestUser,
} from '../../../test/factories.ts';

let app: TestApp;
let organiser: TestUser & { teamId: number };
let insiders: TestUser[];
let outsiders: TestUser[];

const roles: readonly TeamRole[] = ['team_admin', 'event_manager', 'owner', 'organizer'];

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
  const members = await Promise.all(roles.map((role) => makeMember(app, organiser.teamId, role)));
  insiders = [organiser, ...members, await makeAdmin(app)];
  outsiders = [await makeUser(app), await makeOrganiser(app)];
});

afterAll(() => app.close());

describe('the list of a team’s members', () => {
  const list = (token?: string) =>
    app.call('GET /teams/:id/members', { token, params: { id: organiser.teamId } });

  it('is shown to the team and to administrators, with email addresses and roles', async () => {
    const expected = insiders.slice(0, -1).map(({ id, email }, index) => ({
      user_id: id,
      email,
      team_id: organiser.teamId,
      role: ['team_admin', ...roles][index],
    }));
    for (const { token } of insiders) {
      const { status, body } = await list(token);
      expect(status).toBe(200);
      expect(body.total_members).toBe(5);
      expect(body.members.toSorted((one, other) => one.user_id - other.user_id)).toMatchObject(
        expected.toSorted((one, other) => one.user_id - other.user_id),
      );
    }
  });

  it('is hidden from everybody outside the team', async () => {
    for (const { token } of outsiders) {
      const answer = await list(token);
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect(JSON.stringify(answer.body)).not.toContain(organiser.email);
    }
    expect((await list()).status).toBe(401);
  });

  it('is reported as not found if the team does not exist', async () => {
    const { token } = organiser;
    expect(await app.call('GET /teams/:id/members', { token, params: { id: 2_000_000 } })).toMatchObject({
      status: 404,
      body: { code: 'team_not_found', msg: 'Team not found' },
    });
  });
});

describe('a team’s events', () => {
  let listed: number;
  let hidden: number[];
  let draft: number;

  beforeAll(async () => {
    listed = (await makeEvent(app, {}, organiser)).id;
    const unlisted = await makeEvent(app, { is_public: false }, organiser);
    const cancelled = await makeEvent(app, { status: 'cancelled' }, organiser);
    const both = await makeEvent(app, { status: 'cancelled', is_public: false }, organiser);
    hidden = [unlisted.id, cancelled.id, both.id];
    draft = (await makeEvent(app, { status: 'draft' }, organiser)).id;
  });

  const params = () => ({ teamId: organiser.teamId });
  const listIds = async (token?: string) => {
    const { status, body } = await app.call('GET /events/team/:teamId', { token, params: params() });
    expect(status).toBe(200);
    return body.events.map((event) => event.id).toSorted((one, other) => one - other);
  };

  it('are all shown to the team and to administrators, except drafts', async () => {
    for (const { token } of insiders) expect(await listIds(token)).toEqual([listed, ...hidden]);
  });

  it('are shown to other people unless they are private or cancelled', async () => {
    for (const token of [undefined, ...outsiders.map((user) => user.token)]) {
      expect(await listIds(token)).toEqual([listed]);
    }
  });

  it('that are drafts are listed only for the team and for administrators', async () => {
    const list = (token?: string) => app.call('GET /events/team/:teamId/draft', { token, params: params() });
    for (const { token } of insiders) {
      expect((await list(token)).body.events).toMatchObject([{ id: draft, status: 'draft' }]);
    }
    for (const { token } of outsiders) {
      expect(await list(token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect((await list()).status).toBe(401);
  });

  it('that are drafts appear in the list of drafts of each team member, and of nobody else', async () => {
    const list = async ({ token }: TestUser) => (await app.call('GET /events/draft', { token })).body.events;
    for (const member of insiders.slice(0, -1)) expect(await list(member)).toMatchObject([{ id: draft }]);
    for (const outsider of outsiders) expect(await list(outsider)).toEqual([]);
  });
});
