import type { TeamRole } from '@foyer/contract/fields.ts';
import { recordAudit } from '../../../db/audit.ts';
import type { Db, Tx } from '../../../db/connect.ts';
import { violates } from '../../../db/failures.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, tooManyRequests } from '../../../http/errors.ts';
import { countUses, takeBackUses } from '../../../http/limits.ts';
import type { Signed } from '../../../http/caller.ts';
import { countAddingPeople } from '../../users/users.tries.service.ts';
import type { Actor } from '../../../http/session.ts';
import { findUser, findUserByUsername } from '../../users/users.queries.ts';
import { mayInTeam } from '../teams.policy.ts';
import { findRole } from '../teams.queries.ts';
import { getTeamFor } from '../teams.service.ts';
import { sendInvitationJob } from './invitations.jobs.ts';
import {
  daysAfter,
  findInvitation,
  hasDeclined,
  invitationDays,
  type Invited,
  isFor,
  isMember,
  pauseStart,
} from './invitations.queries.ts';
import { hashAddress } from '../../../mail/mail-stops.ts';

/** How the caller named the person. Exactly one field is set. */
interface Named {
  user_id?: number;
  username?: string;
  email?: string;
}

interface NewInvitation extends Named {
  team_id: number;
  role: TeamRole;
}

/**
 * Invites somebody to a team. An email address is looked up only among the team's members, so that the answer does not
 * reveal who else has an account. Throws `already_member`, `already_invited`, `invitation_declined`, and
 * `user_not_found` for an unknown id or username.
 */
export async function inviteMember(
  deps: Deps,
  { actor, address }: Signed,
  { team_id, role, ...named }: NewInvitation,
) {
  await countAddingPeople(deps, { actor, address }, undefined);
  const invited = await findInvited(deps, named);
  const { user_id = null, username = null, email = null } = named;
  return countInviting(deps, { actor, teamId: team_id, invited }, async (tx) => {
    await lockAccounts(tx, [actor.id, invited.userId ?? actor.id]);
    await lockTeamAndInviter(tx, { team_id, invited_by: actor.id });
    const team = await getTeamFor(tx, actor, 'manage', team_id);
    const created = await insertInvitation(deps, tx, { teamId: team_id, role, invited, inviterId: actor.id });
    await deps.jobs.enqueue(tx, sendInvitationJob, {
      invitationId: created.id,
      senderId: actor.id,
      caller: address,
    });
    const details = { invitation_id: created.id, user_id: invited.userId, role };
    const entry = { by: actor, action: 'team.member_invited', objectId: team_id, eventId: null } as const;
    await recordAudit(tx, deps.clock.now(), { ...entry, details });
    return {
      ...created,
      team_id,
      team_name: team.name,
      team_description: team.description,
      role,
      user_id: username === null ? user_id : invited.userId,
      username,
      email,
      profile_image_url: null,
      team_created_at: null,
    };
  });
}

async function findInvited({ db }: Deps, { user_id, username, email }: Named): Promise<Invited> {
  if (email !== undefined) return { userId: null, email: email.toLowerCase() };
  const user =
    user_id === undefined ? await findUserByUsername(db, username ?? '') : await findUser(db, user_id);
  if (!user) throw new ApiError('user_not_found');
  return { userId: user.id, email: null };
}

/**
 * Runs `work`, which invites a person, in a transaction. Limits how often this team, this account and all teams may
 * invite the person. Refused invitations do not count. Throws `too_many_requests`.
 */
async function countInviting<T>(
  deps: Deps,
  { actor, teamId, invited }: { actor: Actor; teamId: number; invited: Invited },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // The count may exist longer than the invitation, so it contains only a hash of the email address.
  const subject = invited.userId ?? hashAddress(invited.email).toString('base64url');
  const uses = [
    { name: 'invited_by_team', subject: `${teamId}:${subject}` },
    { name: 'invited_by_account', subject: `${actor.id}:${subject}` },
    { name: 'invited', subject },
  ] as const;
  const usedUp = await countUses(deps, uses);
  if (usedUp) throw tooManyRequests((usedUp.until.getTime() - deps.clock.now().getTime()) / 1000);
  return deps.db
    .transaction()
    .execute(work)
    .catch(async (error: unknown) => {
      await takeBackUses(deps, uses);
      throw error;
    });
}

async function insertInvitation(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  {
    teamId,
    role,
    invited,
    inviterId,
  }: { teamId: number; role: TeamRole; invited: Invited; inviterId: number },
) {
  const now = deps.clock.now();
  if (await isMember(tx, teamId, invited)) throw new ApiError('already_member');
  if (await hasDeclined(tx, teamId, invited, now)) throw new ApiError('invitation_declined');
  const person = { user_id: invited.userId, email: invited.email };
  await tx
    .deleteFrom('team_invitations')
    .where('team_id', '=', teamId)
    .where((where) => where.or([where('user_id', '=', person.user_id), where('email', '=', person.email)]))
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute();
  const expires_at = daysAfter(now, invitationDays);
  return tx
    .insertInto('team_invitations')
    .values({ team_id: teamId, role, ...person, invited_by: inviterId, created_at: now, expires_at })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      const isOpen = ['team_invitations_open_user_key', 'team_invitations_open_email_key'];
      throw isOpen.some((key) => violates(error, key)) ? new ApiError('already_invited') : error;
    });
}

async function lockAccounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute();
}

/**
 * Locks the team and then the inviter's membership, so that the inviter's role does not change. Lock accounts before
 * this, because the deletion of an account or a team locks in this order.
 */
export async function lockTeamAndInviter(
  tx: Tx,
  { team_id, invited_by }: { team_id: number; invited_by: number },
): Promise<void> {
  await tx.selectFrom('teams').select('id').where('id', '=', team_id).forKeyShare().execute();
  await tx
    .selectFrom('team_members')
    .select('id')
    .where('team_id', '=', team_id)
    .where('user_id', '=', invited_by)
    .forShare()
    .execute();
}

/**
 * Finds an invitation of a team that the caller manages, even if the invitation is no longer open. People outside the
 * team get the same error as for an unknown invitation.
 */
async function getSentInvitation(db: Db | Tx, actor: Actor, id: number) {
  const invitation = await findInvitation(db, id);
  if (!invitation) throw new ApiError('invitation_not_found');
  const callerRole = await findRole(db, invitation.team_id, actor.id);
  if (!mayInTeam('view', actor, callerRole)) throw new ApiError('invitation_not_found');
  if (!mayInTeam('manage', actor, callerRole)) throw new ApiError('forbidden');
  return invitation;
}

/**
 * Emails an open invitation again and keeps it open for thirty days from now. The limits count this as a new
 * invitation. Throws `invitation_closed`.
 */
export async function resendInvitation(deps: Deps, { actor, address }: Signed, id: number): Promise<Date> {
  const { team_id, invited } = await getSentInvitation(deps.db, actor, id);
  await countAddingPeople(deps, { actor, address }, undefined);
  const now = deps.clock.now();
  return countInviting(deps, { actor, teamId: team_id, invited }, async (tx) => {
    await getSentInvitation(tx, actor, id);
    const sent = await tx
      .updateTable('team_invitations')
      .set({ expires_at: daysAfter(now, invitationDays) })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .where('expires_at', '>', now)
      .returning(['user_id', 'role', 'expires_at'])
      .executeTakeFirst();
    if (!sent) throw closedForTeam();
    await deps.jobs.enqueue(tx, sendInvitationJob, {
      invitationId: id,
      senderId: actor.id,
      caller: address,
    });
    const details = { invitation_id: id, user_id: sent.user_id, role: sent.role };
    const entry = { by: actor, action: 'team.invitation_resent', objectId: team_id, eventId: null } as const;
    await recordAudit(tx, now, { ...entry, details });
    return sent.expires_at;
  });
}

function closedForTeam(): ApiError {
  return new ApiError('invitation_closed', {
    msg: 'This invitation is no longer open. Reload the page, and invite the person again.',
  });
}

/** Throws `invitation_closed`. */
export function withdrawInvitation(deps: Deps, actor: Actor, id: number): Promise<void> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const { team_id } = await getSentInvitation(tx, actor, id);
    const withdrawn = await tx
      .updateTable('team_invitations')
      .set({ state: 'withdrawn', ended_at: now })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .returning(['user_id', 'role'])
      .executeTakeFirst();
    if (!withdrawn) throw closedForTeam();
    const { user_id, role } = withdrawn;
    const details = { invitation_id: id, user_id, role };
    const entry = {
      by: actor,
      action: 'team.invitation_withdrawn',
      objectId: team_id,
      eventId: null,
    } as const;
    await recordAudit(tx, now, { ...entry, details });
  });
}

interface OfTeam {
  teamId: number;
  userId: number;
  now: Date;
}

/**
 * Withdraws the team's other open invitations to a new member. Otherwise a person who is removed from the team could
 * use one of them to return.
 */
export async function withdrawInvitationsTo(tx: Tx, { teamId, userId, now }: OfTeam): Promise<void> {
  await tx
    .updateTable('team_invitations')
    .set({ state: 'withdrawn', ended_at: now })
    .where('team_id', '=', teamId)
    .where(isFor(userId))
    .where('state', '=', 'open')
    .execute();
}

/** Withdraws the open invitations of somebody who is no longer a team admin. */
export async function withdrawInvitationsBy(tx: Tx, { teamId, userId, now }: OfTeam): Promise<void> {
  await tx
    .updateTable('team_invitations')
    .set({ state: 'withdrawn', ended_at: now })
    .where('team_id', '=', teamId)
    .where('invited_by', '=', userId)
    .where('state', '=', 'open')
    .execute();
}

/**
 * Deletes invitations a week after they expired. While a declined invitation exists, the team cannot invite the person
 * again.
 */
export async function deleteOldInvitations({ db, clock }: Deps): Promise<void> {
  await db.deleteFrom('team_invitations').where('expires_at', '<', pauseStart(clock.now())).execute();
}

/** Deletes the invitations that were sent to this email address, because its account is being deleted. */
export async function deleteInvitationsTo(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('team_invitations').where('email', '=', email.toLowerCase()).execute();
}
