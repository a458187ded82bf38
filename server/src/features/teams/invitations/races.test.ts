import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import {
  deleteOwnAccount,
  makeAdmin,
  makeMember,
  makeOrganiser,
  makeUser,
} from '../../../../test/factories.ts';
import {
  accept,
  decline,
  invite,
  listMemberIds,
  makeInvitation,
  withdraw,
} from '../../../../test/invitations.ts';
import { waitUntilLocked } from '../../../../test/faults/locks.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ pool: 20 });
});

afterAll(() => app.close());

async function makeScene() {
  const organiser = await makeOrganiser(app);
  const person = await makeUser(app);
  const id = await makeInvitation(app, organiser, { user_id: person.id });
  return { organiser, person, id, teamId: organiser.teamId };
}

const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other);

describe('an invitation that is answered several times at the same moment', () => {
  it('makes the person a member once', async () => {
    const { organiser, person, id, teamId } = await makeScene();
    const answers = await Promise.all(Array.from({ length: 8 }, () => accept(app, person, id)));
    expect(statuses(answers)).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(await listMemberIds(app, teamId)).toEqual([organiser.id, person.id]);
  });

  it('can be accepted, declined or withdrawn, but only one of the three succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { organiser, person, id, teamId } = await makeScene();
      const answers = await Promise.all([
        accept(app, person, id),
        decline(app, person, id),
        withdraw(app, organiser, id),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      const isIn = (await listMemberIds(app, teamId)).includes(person.id);
      expect(isIn).toBe(answers[0].status === 200);
    }
  });

  it('makes the person a member once, even if a second invitation is accepted and an administrator adds the person', async () => {
    const admin = await makeAdmin(app);
    for (let round = 0; round < 5; round += 1) {
      const { organiser, person, id, teamId } = await makeScene();
      const second = await makeInvitation(app, organiser, { email: person.email });
      const answers = await Promise.all([
        accept(app, person, id),
        accept(app, person, second),
        invite(app, { token: admin.token, teamId }, { user_id: person.id }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
      expect(await listMemberIds(app, teamId)).toEqual([organiser.id, person.id]);
    }
  });
});

describe('inviting the same person several times at the same moment', () => {
  it('creates only one invitation', async () => {
    const organiser = await makeOrganiser(app);
    const second = await makeMember(app, organiser.teamId, 'team_admin');
    const person = await makeUser(app);
    const answers = await Promise.all(
      [organiser, second, organiser, second].map(({ token }) =>
        invite(app, { token, teamId: organiser.teamId }, { user_id: person.id }),
      ),
    );
    expect(statuses(answers)).toEqual([201, 409, 409, 409]);
  });
});

describe('accepting an invitation to a team', () => {
  it('waits for the removal of the inviter, and is then refused', async () => {
    const { organiser, person, id, teamId } = await makeScene();
    await makeMember(app, teamId, 'team_admin');
    let accepting: ReturnType<typeof accept> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await tx
        .deleteFrom('team_members')
        .where('team_id', '=', teamId)
        .where('user_id', '=', organiser.id)
        .execute();
      accepting = accept(app, person, id);
      // The deletion of the inviter's membership is not committed yet, so the acceptance must wait for the commit.
      await waitUntilLocked(app, 1);
    });
    expect(await accepting).toMatchObject({ status: 409, body: { code: 'invitation_closed' } });
    expect(await listMemberIds(app, teamId)).not.toContain(person.id);
  });

  it('waits for the deletion of the team, and is then refused', async () => {
    const { person, id, teamId } = await makeScene();
    let accepting: ReturnType<typeof accept> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('teams').where('id', '=', teamId).execute();
      accepting = accept(app, person, id);
      await waitUntilLocked(app, 1);
    });
    expect((await accepting)?.status).toBe(409);
    expect(await listMemberIds(app, teamId)).toEqual([]);
  });

  it('never deadlocks with the deletion of the team, of the inviter or of the invited person', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { organiser, person, id, teamId } = await makeScene();
      const other = await makeUser(app);
      const removals = [
        () => app.call('DELETE /teams/:id', { token: organiser.token, params: { id: teamId } }),
        () => deleteOwnAccount(app, organiser),
        () => deleteOwnAccount(app, person),
      ];
      const answers = await Promise.all([
        accept(app, person, id),
        removals[round % 3]?.(),
        invite(app, organiser, { user_id: other.id }),
      ]);
      // Foyer would answer a deadlock with status 503.
      expect(answers.filter((answer) => (answer?.status ?? 0) >= 500)).toEqual([]);
      expect(answers[1]?.status).toBe(204);
    }
  });
});
