import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import {
  makeAdmin,
  makeMember,
  makeOrganiser,
  makeUser,
  only,
  type TestUser,
} from '../../../test/factories.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});

afterAll(() => app.close());

describe('a team’s members', () => {
  const add = (caller: TestUser, body: Record<string, unknown>) =>
    app.call('POST /teams/members', { token: caller.token, body: body as never });

  async function findMember(userId: number) {
    const answer = await app.call('GET /teams/members/user/:userId', {
      token: admin.token,
      params: { userId },
    });
    return answer.body.teamMember;
  }

  it('can be added by an administrator without an invitation, by id, username or email address, but each person only once', async () => {
    const organiser = await makeOrganiser(app);
    const people = [await makeUser(app), await makeUser(app), await makeUser(app)] as const;
    const ways = [
      { user_id: people[0].id },
      { username: people[1].username.toUpperCase() },
      { email: people[2].email.toUpperCase() },
    ];
    for (const [index, way] of ways.entries()) {
      const answer = await add(admin, { team_id: organiser.teamId, role: 'organizer', ...way });
      expect(answer).toMatchObject({
        status: 201,
        body: {
          newTeamMember: {
            status: 'member',
            user_id: people[index]?.id,
            team_id: organiser.teamId,
            role: 'organizer',
          },
        },
      });
      expect(await add(admin, { team_id: organiser.teamId, role: 'owner', ...way })).toMatchObject({
        status: 409,
        body: { code: 'already_member' },
      });
    }
  });

  it('must be existing users, unless an administrator creates the user in the same request', async () => {
    const organiser = await makeOrganiser(app);
    const place = { team_id: organiser.teamId, role: 'event_manager' };
    const unknown = { status: 404, body: { code: 'user_not_found' } };
    for (const who of [{ user_id: 2_000_000 }, { username: 'nobody-here' }]) {
      expect(await add(organiser, { ...place, ...who })).toMatchObject(unknown);
      expect(await add(admin, { ...place, ...who })).toMatchObject(unknown);
    }
    expect(await add(admin, { ...place, email: 'no@example.org' })).toMatchObject(unknown);
    expect(await add(organiser, place)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'username', message: 'Username or email is required' }] },
    });
    const account = { username: 'brand-new', email: 'brand-new@example.org', password: 'a good password' };
    expect(await add(organiser, { ...place, ...account })).toMatchObject({
      status: 403,
      body: { msg: 'Only site administrators can create users' },
    });
    expect((await add(admin, { ...place, ...account })).body.newTeamMember).toMatchObject({
      username: 'brand-new',
      role: 'event_manager',
    });
    expect(await add(admin, { ...place, ...account })).toMatchObject({
      status: 409,
      body: { code: 'username_taken' },
    });
    const { username: _taken, ...nameless } = account;
    expect(await add(admin, { ...place, ...nameless })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'username', message: 'Username is required' }] },
    });
  });

  it('have the rights of a new role from their next request on', async () => {
    const organiser = await makeOrganiser(app);
    const member = await makeMember(app, organiser.teamId, 'organizer');
    const rename = () =>
      app.call('PATCH /teams/:id', {
        token: member.token,
        params: { id: organiser.teamId },
        body: { description: 'Changed' },
      });
    expect((await rename()).status).toBe(403);
    const changed = await app.call('PATCH /teams/:id/members/:memberId', {
      token: organiser.token,
      params: { id: organiser.teamId, memberId: member.id },
      body: { role: 'team_admin' },
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { teamMember: { user_id: member.id, role: 'team_admin' } },
    });
    expect((await rename()).status).toBe(200);
  });

  it('may leave, and then lose the rights in the team', async () => {
    const organiser = await makeOrganiser(app);
    const member = await makeMember(app, organiser.teamId, 'owner');
    const leave = await app.call('DELETE /teams/:id/members/:memberId', {
      token: member.token,
      params: { id: organiser.teamId, memberId: member.id },
    });
    expect(leave.status).toBe(204);
    const inside = await app.call('GET /teams/:id/members', {
      token: member.token,
      params: { id: organiser.teamId },
    });
    expect(inside.status).toBe(403);
  });

  it('are changed and removed by their user id, never by the id of their membership', async () => {
    const organiser = await makeOrganiser(app);
    const member = await makeUser(app);
    // The membership of `member` gets the same id as the user `bystander`, so that the test notices when the two ids
    // are mixed up.
    const bystander = { id: 500_000 };
    await sql`insert into users (id, username, email, password_hash) overriding system value
      values (${bystander.id}, 'bystander', 'bystander@example.org', '-')`.execute(app.db);
    await sql`insert into team_members (id, team_id, user_id, role) overriding system value
      values (${bystander.id}, ${organiser.teamId}, ${member.id}, 'organizer')`.execute(app.db);
    await app.db
      .insertInto('team_members')
      .values({ team_id: organiser.teamId, user_id: bystander.id, role: 'owner' })
      .execute();
    const request = { token: organiser.token, params: { id: organiser.teamId, memberId: member.id } };
    const changed = await app.call('PATCH /teams/:id/members/:memberId', {
      ...request,
      body: { role: 'event_manager' },
    });
    expect(changed.body.teamMember).toMatchObject({ user_id: member.id, role: 'event_manager' });
    expect((await app.call('DELETE /teams/:id/members/:memberId', request)).status).toBe(204);
    const { body } = await app.call('GET /teams/:id/members', {
      token: organiser.token,
      params: { id: organiser.teamId },
    });
    expect(body.members.map(({ user_id, role }) => [user_id, role])).toEqual([
      [organiser.id, 'team_admin'],
      [bystander.id, 'owner'],
    ]);
    const again = await app.call('DELETE /teams/:id/members/:memberId', request);
    expect(again).toMatchObject({ status: 404, body: { msg: 'Team member not found' } });
  });

  it('cannot be changed or removed with the id of another team', async () => {
    const [organiser, other] = [await makeOrganiser(app), await makeOrganiser(app)];
    const request = { token: admin.token, params: { id: organiser.teamId, memberId: other.id } };
    const refusal = { status: 404, body: { code: 'team_member_not_found' } };
    expect(await app.call('DELETE /teams/:id/members/:memberId', request)).toMatchObject(refusal);
    const change = { ...request, body: { role: 'owner' as const } };
    expect(await app.call('PATCH /teams/:id/members/:memberId', change)).toMatchObject(refusal);
    expect(await findMember(other.id)).toMatchObject({ role: 'team_admin' });
  });

  it('always include a team admin, even when the last two step down at the same moment', async () => {
    const organiser = await makeOrganiser(app);
    const second = await makeMember(app, organiser.teamId, 'team_admin');
    const params = (memberId: number) => ({ id: organiser.teamId, memberId });
    const answers = await Promise.all([
      app.call('DELETE /teams/:id/members/:memberId', {
        token: organiser.token,
        params: params(organiser.id),
      }),
      app.call('PATCH /teams/:id/members/:memberId', {
        token: second.token,
        params: params(second.id),
        body: { role: 'organizer' },
      }),
    ]);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(1);
    const { body } = await app.call('GET /teams/:id/members', {
      token: admin.token,
      params: { id: organiser.teamId },
    });
    const last = only(body.members.filter((member) => member.role === 'team_admin'));
    const refusal = { status: 409, body: { code: 'last_team_admin' } };
    const request = { token: admin.token, params: params(last.user_id) };
    expect(await app.call('DELETE /teams/:id/members/:memberId', request)).toMatchObject(refusal);
    const change = { ...request, body: { role: 'owner' as const } };
    expect(await app.call('PATCH /teams/:id/members/:memberId', change)).toMatchObject(refusal);
  });
});

describe('a person’s roles in teams', () => {
  it('are all shown to the person, while other people see only the roles in teams they share', async () => {
    const [organiser, other] = [await makeOrganiser(app), await makeOrganiser(app)];
    const person = await makeMember(app, organiser.teamId, 'event_manager');
    await app.db
      .insertInto('team_members')
      .values({ team_id: other.teamId, user_id: person.id, role: 'owner' })
      .execute();
    const ask = async (caller: TestUser, query: Record<string, string> = {}) =>
      (
        await app.call('GET /teams/members/:userId/role', {
          token: caller.token,
          params: { userId: person.id },
          query,
        })
      ).body;
    const both = [
      { team_id: organiser.teamId, role: 'event_manager' },
      { team_id: other.teamId, role: 'owner' },
    ];
    expect(await ask(person)).toEqual({ role: 'event_manager', roles: both });
    expect(await ask(admin, { team_id: String(other.teamId) })).toEqual({ role: 'owner', roles: both });
    expect(await ask(other)).toEqual({ role: 'owner', roles: both.slice(1) });
    expect(await ask(other, { team_id: String(organiser.teamId) })).toMatchObject({ code: 'not_in_a_team' });
    const mine = await app.call('GET /teams/members/user/:userId', {
      token: person.token,
      params: { userId: person.id },
    });
    expect(mine.body).toMatchObject({ teamMember: both[0], team_members: both });
  });

  it('are reported as not found for a user without a team', async () => {
    const user = await makeUser(app);
    const request = { token: user.token, params: { userId: user.id } };
    const refusal = {
      status: 404,
      body: { code: 'not_in_a_team', msg: 'User is not a member of any teams' },
    };
    expect(await app.call('GET /teams/members/user/:userId', request)).toMatchObject(refusal);
    expect(await app.call('GET /teams/members/:userId/role', request)).toMatchObject(refusal);
  });
});
