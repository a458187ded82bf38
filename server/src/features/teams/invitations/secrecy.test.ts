import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeMember, makeOrganiser, makeUser, type TestUser } from '../../../../test/factories.ts';
import { decline, invite, listMemberIds, listSent, resend, withdraw } from '../../../../test/invitations.ts';

let app: TestApp;
let victims: TestUser[];

beforeAll(async () => {
  app = await startTestApp();
  victims = await Promise.all(Array.from({ length: 31 }, () => makeUser(app)));
  for (const { id, username } of victims) {
    const profile_image_url = `https://example.org/${username}.webp`;
    await app.db.updateTable('users').set({ profile_image_url }).where('id', '=', id).execute();
  }
});

afterAll(() => app.close());

/**
 * Runs with the limits on. The test users sign up with the limits off, because all of them share one network address.
 */
async function withLimits(run: () => Promise<void>): Promise<void> {
  const { config } = app.deps;
  Object.assign(app.deps, { config: { ...config, rateLimits: true } });
  await run().finally(() => Object.assign(app.deps, { config }));
}

// In an earlier version of Foyer, a new account could make a team, add people by counting up ids, and read each email
// address from the answer.
describe('a new team that invites people by counting up user ids', () => {
  it('learns no email address, no username and no picture, and makes nobody a member', async () => {
    const organiser = await makeOrganiser(app);
    for (const victim of victims) {
      const { status, body } = await invite(app, organiser, { user_id: victim.id });
      expect(status).toBe(201);
      expect(body.newTeamMember).toMatchObject({ user_id: victim.id, username: null, email: null });
      const answer = JSON.stringify(body);
      expect(answer).not.toContain(victim.username);
    }
    expect(await listMemberIds(app, organiser.teamId)).toEqual([organiser.id]);
    const { token, teamId } = organiser;
    const params = { id: teamId };
    const lists = [
      (await app.call('GET /teams/:id/members', { token, params })).body,
      (await app.call('GET /teams/:id/invitations', { token, params })).body,
    ];
    for (const { email } of victims) expect(JSON.stringify(lists)).not.toContain(email);
    const role = await app.call('GET /teams/members/:userId/role', {
      token,
      params: { userId: victims[0]?.id ?? 0 },
    });
    expect(role.status).toBe(403);
  });

  it('is refused when it invites the thirty-first person', () =>
    withLimits(async () => {
      const organiser = await makeOrganiser(app);
      const answers = [];
      for (const { id } of victims) answers.push((await invite(app, organiser, { user_id: id })).status);
      expect(answers).toEqual([...Array.from({ length: 30 }, () => 201), 429]);
    }));
});

describe('an invitation by email address', () => {
  it('gets the same answer for an email address with an account and for one without', async () => {
    const organiser = await makeOrganiser(app);
    const { email } = victims[0] ?? { email: '' };
    const known = await invite(app, organiser, { email });
    const unknown = await invite(app, organiser, { email: 'nobody@example.org' });
    const hide = ({ status, body }: typeof known) => ({
      status,
      body: { ...body, newTeamMember: { ...body.newTeamMember, id: 0, email: '', expires_at: '' } },
    });
    expect(hide(known)).toEqual(hide(unknown));
    expect(known.body.newTeamMember).toMatchObject({ email, user_id: null, username: null });
    const [second, first] = await listSent(app, organiser);
    expect([first, second]).toMatchObject([
      { email, user_id: null, username: null },
      { email: 'nobody@example.org', user_id: null, username: null },
    ]);
    for (const again of [email, 'nobody@example.org']) {
      expect(await invite(app, organiser, { email: again })).toMatchObject({
        status: 409,
        body: { code: 'already_invited' },
      });
    }
  });

  it('does not reveal that its recipient was also invited by username, or declined that invitation', async () => {
    const organiser = await makeOrganiser(app);
    const person = await makeUser(app);
    const { body } = await invite(app, organiser, { username: person.username });
    expect((await invite(app, organiser, { email: person.email })).status).toBe(201);
    const [byEmail] = await listSent(app, organiser);
    await withdraw(app, organiser, byEmail?.id ?? 0);
    await decline(app, person, body.newTeamMember.id);
    expect((await invite(app, organiser, { email: person.email })).status).toBe(201);
  });

  it('is answered without reading any account outside the team, so that the time of the answer reveals no account', async () => {
    const organiser = await makeOrganiser(app);
    const member = await makeMember(app, organiser.teamId, 'owner');
    expect(await invite(app, organiser, { email: member.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'already_member' },
    });
    const stored = await app.db
      .selectFrom('team_invitations')
      .select(['user_id', 'email'])
      .where('email', '=', victims[0]?.email.toLowerCase() ?? '')
      .execute();
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.every(({ user_id }) => user_id === null)).toBe(true);
  });
});

describe('the limits on invitations', () => {
  it('let a team invite a person at most five times a week, even if the team withdraws each invitation', () =>
    withLimits(async () => {
      const organiser = await makeOrganiser(app);
      for (const who of [{ user_id: victims[0]?.id ?? 0 }, { email: 'pestered@example.org' }]) {
        for (let round = 0; round < 5; round += 1) {
          const { status, body } = await invite(app, organiser, who);
          expect(status).toBe(201);
          await withdraw(app, organiser, body.newTeamMember.id);
        }
        expect((await invite(app, organiser, who)).status).toBe(429);
      }
    }));

  // Otherwise one account could use up the limit of a person for all teams, and nobody else could invite that person.
  it('let an account invite a person at most six times a day from all its teams together, not counting refused requests', () =>
    withLimits(async () => {
      const organiser = await makeOrganiser(app);
      const [victim] = victims;
      const who = { user_id: victim?.id ?? 0 };
      const codes: unknown[] = [];
      for (let round = 0; round < 7; round += 1) {
        const { status, body } = await invite(app, organiser, who);
        codes.push(status === 201 ? status : body.code);
      }
      expect(codes).toEqual([201, ...Array.from({ length: 6 }, () => 'already_invited')]);
      const statuses: number[] = [];
      for (let team = 0; team < 6; team += 1) {
        const name = `Team ${team} of ${organiser.username}`;
        const made = await app.call('POST /teams', { token: organiser.token, body: { name } });
        statuses.push((await invite(app, { ...organiser, teamId: made.body.team.id }, who)).status);
      }
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
      expect((await invite(app, await makeOrganiser(app), who)).status).toBe(201);
    }));

  it('count an invitation that is sent again as a further invitation', () =>
    withLimits(async () => {
      const organiser = await makeOrganiser(app);
      const { body } = await invite(app, organiser, { email: 'again@example.org' });
      const { id } = body.newTeamMember;
      const statuses = [];
      for (let round = 0; round < 5; round += 1) statuses.push((await resend(app, organiser, id)).status);
      expect(statuses).toEqual([200, 200, 200, 200, 429]);
    }));

  it('let all teams together invite a person at most twenty times a day', () =>
    withLimits(async () => {
      const statuses = [];
      for (let round = 0; round < 21; round += 1) {
        const organiser = await makeOrganiser(app);
        statuses.push((await invite(app, organiser, { email: 'popular@example.org' })).status);
      }
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
    }));

  it('store no email address in plain text', async () => {
    const counts = await app.db.selectFrom('limit_counts').select('subject').execute();
    expect(counts.filter(({ subject }) => subject.startsWith('invited')).length).toBeGreaterThan(0);
    expect(counts.filter(({ subject }) => subject.includes('@'))).toEqual([]);
  });
});
