import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeMember,
  makeOrganiser,
  makeUnverifiedUser,
  makeUser,
} from '../../../../test/factories.ts';
import {
  accept,
  decline,
  invite,
  listMemberIds,
  listReceived,
  listSent,
  makeInvitation,
  resend,
  withdraw,
} from '../../../../test/invitations.ts';
import { deleteOldInvitations } from './invitations.service.ts';

const dayMs = 24 * 3600 * 1000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

const closed = { status: 409, body: { code: 'invitation_closed' } };
const notFound = { status: 404, body: { code: 'invitation_not_found' } };

describe('an invitation to a team', () => {
  it('makes a person a member only when the person accepts, however the invitation named the person', async () => {
    const organiser = await makeOrganiser(app);
    const people = [await makeUser(app), await makeUser(app), await makeUser(app)] as const;
    const ways = [
      { user_id: people[0].id },
      { username: people[1].username.toUpperCase() },
      { email: people[2].email.toUpperCase() },
    ];
    for (const [index, way] of ways.entries()) {
      const { status, body } = await invite(app, organiser, way, 'event_manager');
      expect(status).toBe(201);
      expect(body).toMatchObject({ msg: 'Invitation sent', newTeamMember: { status: 'invited', ...way } });
      const person = people[index] ?? people[0];
      expect(await listReceived(app, person)).toMatchObject([
        { team_id: organiser.teamId, role: 'event_manager', invited_by: organiser.username },
      ]);
    }
    expect(await listMemberIds(app, organiser.teamId)).toEqual([organiser.id]);
    const sent = await listSent(app, organiser);
    expect(sent.map(({ username, email }) => username ?? email)).toEqual([
      people[2].email.toLowerCase(),
      people[1].username,
      people[0].username,
    ]);
    for (const person of people) {
      const [invitation] = await listReceived(app, person);
      const accepted = await accept(app, person, invitation?.id ?? 0);
      expect(accepted).toMatchObject({
        status: 200,
        body: { teamMember: { user_id: person.id, team_id: organiser.teamId, role: 'event_manager' } },
      });
    }
    expect(await listMemberIds(app, organiser.teamId)).toEqual([organiser.id, ...people.map(({ id }) => id)]);
    expect(await listSent(app, organiser)).toEqual([]);
  });

  it('is refused while the person is a member or has an open invitation', async () => {
    const organiser = await makeOrganiser(app);
    const member = await makeMember(app, organiser.teamId, 'owner');
    for (const way of [{ user_id: member.id }, { username: member.username }, { email: member.email }]) {
      expect(await invite(app, organiser, way)).toMatchObject({
        status: 409,
        body: { code: 'already_member' },
      });
    }
    const person = await makeUser(app);
    for (const way of [{ user_id: person.id }, { email: person.email }]) {
      await makeInvitation(app, organiser, way);
      expect(await invite(app, organiser, way, 'owner')).toMatchObject({
        status: 409,
        body: { code: 'already_invited' },
      });
    }
  });

  it('can be made only by team admins; a request by a site administrator adds the person to the team at once', async () => {
    const organiser = await makeOrganiser(app);
    const person = await makeUser(app);
    const manager = await makeMember(app, organiser.teamId, 'event_manager');
    const from = (user: { token: string }) => ({ token: user.token, teamId: organiser.teamId });
    expect(await invite(app, from(manager), { user_id: person.id })).toMatchObject({ status: 403 });
    await makeInvitation(app, organiser, { user_id: person.id });
    await makeInvitation(app, organiser, { email: person.email });
    const added = await invite(app, from(await makeAdmin(app)), { user_id: person.id }, 'owner');
    expect(added.body).toMatchObject({
      msg: 'Team member added successfully',
      newTeamMember: { status: 'member', user_id: person.id, email: person.email, role: 'owner' },
    });
    // Adding the person has ended the earlier invitation, so a removed member cannot return with it.
    expect(await listSent(app, organiser)).toEqual([]);
  });

  it('to an email address waits for a person who signs up and verifies the email address', async () => {
    const organiser = await makeOrganiser(app);
    const id = await makeInvitation(app, organiser, { email: 'Later@Example.org' });
    const person = await makeUnverifiedUser(app);
    await app.db
      .updateTable('users')
      .set({ email: 'later@example.ORG' })
      .where('id', '=', person.id)
      .execute();
    expect(await listReceived(app, person)).toEqual([]);
    expect(await accept(app, person, id)).toMatchObject(notFound);
    const email_verified_at = app.clock.now();
    await app.db.updateTable('users').set({ email_verified_at }).where('id', '=', person.id).execute();
    expect(await listReceived(app, person)).toMatchObject([{ id }]);
    expect((await accept(app, person, id)).status).toBe(200);
  });
});

describe('an invitation to a team', () => {
  it('can be read and answered only by the invited person', async () => {
    const organiser = await makeOrganiser(app);
    const [person, other, admin] = [await makeUser(app), await makeUser(app), await makeAdmin(app)];
    const id = await makeInvitation(app, organiser, { user_id: person.id });
    for (const stranger of [other, organiser, admin]) {
      expect(await listReceived(app, stranger)).toEqual([]);
      expect(await accept(app, stranger, id)).toMatchObject(notFound);
      expect(await decline(app, stranger, id)).toMatchObject(notFound);
    }
    expect((await accept(app, person, id)).status).toBe(200);
  });

  it('ends after thirty days, and the person can then be invited again', async () => {
    const organiser = await makeOrganiser(app);
    const person = await makeUser(app);
    const id = await makeInvitation(app, organiser, { user_id: person.id });
    const past = new Date(app.clock.now().getTime() - 1000);
    const { created_at, expires_at } = await app.db
      .selectFrom('team_invitations')
      .select(['created_at', 'expires_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(expires_at.getTime() - created_at.getTime()).toBe(30 * dayMs);
    await app.db.updateTable('team_invitations').set({ expires_at: past }).where('id', '=', id).execute();
    expect(await listReceived(app, person)).toEqual([]);
    expect(await listSent(app, organiser)).toEqual([]);
    expect(await accept(app, person, id)).toMatchObject(closed);
    expect(await decline(app, person, id)).toMatchObject(closed);
    expect(await resend(app, organiser, id)).toMatchObject(closed);
    const again = await makeInvitation(app, organiser, { user_id: person.id });
    expect((await accept(app, person, again)).status).toBe(200);
  });

  it('that was declined cannot be repeated for a week, but can be repeated after the week', async () => {
    const organiser = await makeOrganiser(app);
    const person = await makeUser(app);
    const id = await makeInvitation(app, organiser, { user_id: person.id });
    expect((await decline(app, person, id)).status).toBe(200);
    expect(await accept(app, person, id)).toMatchObject(closed);
    expect(await invite(app, organiser, { username: person.username })).toMatchObject({
      status: 409,
      body: { code: 'invitation_declined' },
    });
    const ended_at = new Date(app.clock.now().getTime() - 7 * dayMs);
    await app.db.updateTable('team_invitations').set({ ended_at }).where('id', '=', id).execute();
    expect((await invite(app, organiser, { username: person.username })).status).toBe(201);
  });

  it('to an email address is hidden from a person who declined an invitation by username in the last week', async () => {
    const organiser = await makeOrganiser(app);
    const person = await makeUser(app);
    const first = await makeInvitation(app, organiser, { username: person.username });
    const second = await makeInvitation(app, organiser, { email: person.email });
    // The person sees only one of the team's two invitations. The team sees both, because it must not learn that they
    // are for the same person.
    expect(await listReceived(app, person)).toMatchObject([{ id: second }]);
    await decline(app, person, first);
    expect(await listReceived(app, person)).toEqual([]);
    expect(await listSent(app, organiser)).toMatchObject([{ id: second }]);
    const ended_at = new Date(app.clock.now().getTime() - 7 * dayMs);
    await app.db.updateTable('team_invitations').set({ ended_at }).where('id', '=', first).execute();
    expect(await listReceived(app, person)).toMatchObject([{ id: second }]);
  });

  it('can be withdrawn only once, by any admin of the team or by a site administrator', async () => {
    const organiser = await makeOrganiser(app);
    const second = await makeMember(app, organiser.teamId, 'team_admin');
    const person = await makeUser(app);
    for (const caller of [organiser, second, await makeAdmin(app)]) {
      const id = await makeInvitation(app, organiser, { user_id: person.id });
      expect((await withdraw(app, caller, id)).status).toBe(204);
      expect(await withdraw(app, caller, id)).toMatchObject(closed);
      expect(await accept(app, person, id)).toMatchObject(closed);
    }
    const id = await makeInvitation(app, organiser, { user_id: person.id });
    const owner = await makeMember(app, organiser.teamId, 'owner');
    expect(await withdraw(app, owner, id)).toMatchObject({ status: 403 });
    expect(await withdraw(app, person, id)).toMatchObject(notFound);
    expect(await withdraw(app, await makeOrganiser(app), id)).toMatchObject(notFound);
  });

  it('can be sent again by any admin of the team, and is then open for another thirty days', async () => {
    const organiser = await makeOrganiser(app);
    const second = await makeMember(app, organiser.teamId, 'team_admin');
    const person = await makeUser(app);
    const id = await makeInvitation(app, organiser, { user_id: person.id });
    const soon = new Date(app.clock.now().getTime() + dayMs);
    for (const caller of [organiser, second, await makeAdmin(app)]) {
      await app.db.updateTable('team_invitations').set({ expires_at: soon }).where('id', '=', id).execute();
      const end = new Date(app.clock.now().getTime() + 30 * dayMs).toISOString();
      const answer = await resend(app, caller, id);
      expect(answer.status).toBe(200);
      expect(answer.body.expires_at >= end).toBe(true);
      expect(await listReceived(app, person)).toMatchObject([
        { id, invited_by: organiser.username, expires_at: answer.body.expires_at },
      ]);
    }
    const owner = await makeMember(app, organiser.teamId, 'owner');
    expect(await resend(app, owner, id)).toMatchObject({ status: 403 });
    expect(await resend(app, person, id)).toMatchObject(notFound);
    await withdraw(app, organiser, id);
    expect(await resend(app, organiser, id)).toMatchObject(closed);
  });

  it.each([
    ['was removed from the team', 'team_admin'],
    ['lost the role of a team admin', 'organizer'],
  ] as const)('cannot be accepted after its inviter %s', async (_what, role) => {
    const organiser = await makeOrganiser(app);
    const inviter = await makeMember(app, organiser.teamId, 'team_admin');
    const person = await makeUser(app);
    const from = { token: inviter.token, teamId: organiser.teamId };
    const id = await makeInvitation(app, from, { user_id: person.id });
    const request = { token: organiser.token, params: { id: organiser.teamId, memberId: inviter.id } };
    if (role === 'team_admin') await app.call('DELETE /teams/:id/members/:memberId', request);
    else await app.call('PATCH /teams/:id/members/:memberId', { ...request, body: { role } });
    expect(await listReceived(app, person)).toEqual([]);
    expect(await accept(app, person, id)).toMatchObject(closed);
    // A different team admin can invite the person again.
    await makeInvitation(app, organiser, { user_id: person.id });
  });

  it('disappears when its team or the account of its inviter is deleted', async () => {
    const [organiser, leaver] = [await makeOrganiser(app), await makeOrganiser(app)];
    const person = await makeUser(app);
    const ids = [
      await makeInvitation(app, organiser, { user_id: person.id }),
      await makeInvitation(app, leaver, { user_id: person.id }),
    ];
    await app.call('DELETE /teams/:id', { token: organiser.token, params: { id: organiser.teamId } });
    await deleteOwnAccount(app, leaver);
    for (const id of ids) expect(await accept(app, person, id)).toMatchObject(notFound);
    expect(await listReceived(app, person)).toEqual([]);
  });

  it('that is still open cannot be accepted by a person after the team has removed them', async () => {
    const organiser = await makeOrganiser(app);
    const person = await makeUser(app);
    const first = await makeInvitation(app, organiser, { user_id: person.id });
    const second = await makeInvitation(app, organiser, { email: person.email });
    await accept(app, person, first);
    await app.call('DELETE /teams/:id/members/:memberId', {
      token: organiser.token,
      params: { id: organiser.teamId, memberId: person.id },
    });
    expect(await accept(app, person, second)).toMatchObject(closed);
    expect(await listMemberIds(app, organiser.teamId)).toEqual([organiser.id]);
  });

  it('is deleted together with its email address a week after it expired', async () => {
    const organiser = await makeOrganiser(app);
    const id = await makeInvitation(app, organiser, { email: 'forgotten@example.org' });
    const find = () =>
      app.db.selectFrom('team_invitations').select('id').where('id', '=', id).executeTakeFirst();
    const set = (daysAgo: number) =>
      app.db
        .updateTable('team_invitations')
        .set({ expires_at: new Date(app.clock.now().getTime() - daysAgo * dayMs) })
        .where('id', '=', id)
        .execute();
    await set(6.9);
    await deleteOldInvitations(app.deps);
    expect(await find()).toEqual({ id });
    await set(7.1);
    await deleteOldInvitations(app.deps);
    expect(await find()).toBeUndefined();
  });
});
