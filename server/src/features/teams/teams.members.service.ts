import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { Db, Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import type { Actor } from '../../http/session.ts';
import type { Signed } from '../../http/caller.ts';
import { assertGoodPassword, assertRecentPassword } from '../users/users.passwords.service.ts';
import { enqueueVerification } from '../users/addresses/verification.service.ts';
import { canActFor } from '../users/users.policy.ts';
import { lockUser } from '../users/users.queries.ts';
import { getUser, getUserId, insertUser, recordUserCreated } from '../users/users.service.ts';
import {
  inviteMember,
  withdrawInvitationsBy,
  withdrawInvitationsTo,
} from './invitations/invitations.service.ts';
import { mayInTeam } from './teams.policy.ts';
import { findRole, findTeamMember, listMembersOfUser } from './teams.queries.ts';
import { deleteContactsOf, getTeamFor, insertMember, recordMemberChange } from './teams.service.ts';

export async function getTeamMemberFor(db: Db, actor: Actor, memberId: number) {
  const member = await findTeamMember(db, memberId);
  if (!member) throw new ApiError('team_member_not_found');
  const role = await findRole(db, member.team_id, actor.id);
  if (!mayInTeam('view', actor, role)) throw new ApiError('forbidden');
  return member;
}

/**
 * Gets a user's roles. The user and administrators see all of them. Other people see only the roles in teams that they
 * share with the user.
 */
export async function getRolesFor(db: Db, actor: Actor, userId: number, teamId: number | undefined) {
  let members = await listMembersOfUser(db, userId);
  if (!canActFor(actor, userId)) {
    const ownTeams = new Set((await listMembersOfUser(db, actor.id)).map((member) => member.team_id));
    members = members.filter((member) => ownTeams.has(member.team_id));
    if (members.length === 0) throw new ApiError('forbidden');
  }
  const roles = members.map(({ team_id, role }) => ({ team_id, role }));
  const requested = teamId === undefined ? roles[0] : roles.find((role) => role.team_id === teamId);
  if (!requested) throw new ApiError('not_in_a_team');
  return { role: requested.role, roles };
}

type NewMember = BodyOf<Endpoints['POST /teams/members']>;

/** A site administrator adds the member at once. A team admin sends an invitation that the person must accept. */
export async function addOrInvite(
  deps: Deps,
  { actor, address }: Signed,
  { account, ...newcomer }: NewMember,
) {
  await getTeamFor(deps.db, actor, 'manage', newcomer.team_id);
  if (account && !actor.isSiteAdmin) {
    throw new ApiError('forbidden', { msg: 'Only site administrators can create users' });
  }
  if (account) assertRecentPassword(deps, actor);
  if (actor.isSiteAdmin) return { added: await addTeamMember(deps, actor, { account, ...newcomer }) };
  return { invited: await inviteMember(deps, { actor, address }, newcomer) };
}

async function addTeamMember(deps: Deps, actor: Actor, { team_id, role, ...who }: NewMember) {
  const account = who.account && (await prepareAccount(deps, actor, who.account));
  const now = deps.clock.now();
  const id = await deps.db.transaction().execute(async (tx) => {
    const user_id = account
      ? await insertUser(tx, account)
      : await getUserId(tx, { user_id: who.user_id, name: who.username ?? who.email });
    // Without this lock, the user could accept an invitation to the team at the same moment and join twice.
    await lockUser(tx, user_id);
    if (account) await enqueueVerification(deps, tx, { id: user_id, email: account.email }, null);
    if (account) await recordUserCreated(tx, now, actor, { id: user_id, ...account });
    const { id: memberId } = await insertMember(tx, { team_id, user_id, role });
    await withdrawInvitationsTo(tx, { teamId: team_id, userId: user_id, now });
    await recordMemberChange(deps, tx, actor, 'team.member_added', { team_id, user_id, role });
    return memberId;
  });
  return getTeamMemberFor(deps.db, actor, id);
}

async function prepareAccount(
  deps: Deps,
  actor: Actor,
  { password, ...names }: { username: string; email: string; password: string },
) {
  assertGoodPassword(deps.config, password, names);
  return {
    ...names,
    password_hash: await deps.passwords.hash(password, { userId: actor.id }),
    must_change_password: true,
  };
}

/** Throws `last_team_admin`. */
export async function changeRole(
  deps: Deps,
  actor: Actor,
  { teamId, userId, role }: { teamId: number; userId: number; role: TeamRole },
) {
  const memberId = await deps.db.transaction().execute(async (tx) => {
    await getTeamFor(tx, actor, 'manage', teamId);
    if (role !== 'team_admin') await assertTeamAdminRemains(tx, teamId, userId);
    const changed = await tx
      .updateTable('team_members')
      .set({ role })
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .returning(['id', 'team_id', 'user_id', 'role'])
      .executeTakeFirst();
    if (!changed) throw new ApiError('team_member_not_found');
    if (role !== 'team_admin') await withdrawInvitationsBy(tx, { teamId, userId, now: deps.clock.now() });
    await recordMemberChange(deps, tx, actor, 'team.role_changed', changed);
    return changed.id;
  });
  return getTeamMemberFor(deps.db, actor, memberId);
}

/** Members may leave by themselves, but only team admins may remove other members. Throws `last_team_admin`. */
export function removeTeamMember(deps: Deps, actor: Actor, teamId: number, userId: number): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    await getTeamFor(tx, actor, userId === actor.id ? 'view' : 'manage', teamId);
    await assertTeamAdminRemains(tx, teamId, userId);
    const removed = await tx
      .deleteFrom('team_members')
      .where('team_id', '=', teamId)
      .where('user_id', '=', userId)
      .returning(['team_id', 'user_id', 'role'])
      .executeTakeFirst();
    if (!removed) throw new ApiError('team_member_not_found');
    const ofMember = { teamId, userId, now: deps.clock.now() };
    await withdrawInvitationsBy(tx, ofMember);
    await withdrawInvitationsTo(tx, ofMember);
    await deleteContactsOf(tx, (await getUser(tx, userId)).email, teamId);
    await recordMemberChange(deps, tx, actor, 'team.member_removed', removed);
  });
}

/**
 * Throws if the user is the only team admin. Locks all admins of the team, so that of the last two admins only one can
 * step down.
 */
async function assertTeamAdminRemains(tx: Tx, teamId: number, userId: number): Promise<void> {
  const admins = await tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .where('role', '=', 'team_admin')
    .orderBy('id')
    .forUpdate()
    .execute();
  const [only, ...others] = admins;
  if (only?.user_id === userId && others.length === 0) throw new ApiError('last_team_admin');
}
