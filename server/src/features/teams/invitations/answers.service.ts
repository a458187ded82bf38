import { recordAudit } from '../../../db/audit.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { lockUser } from '../../users/users.queries.ts';
import { insertMember, recordMemberChange } from '../teams.service.ts';
import { findInvitationFor, isAcceptable, isFor } from './invitations.queries.ts';
import { lockTeamAndInviter, withdrawInvitationsTo } from './invitations.service.ts';

/**
 * Makes the invited person a member. Returns the membership's id. Throws `invitation_closed` when the person may not
 * accept the invitation now (`isAcceptable`).
 */
export function acceptInvitation(deps: Deps, actor: Actor, id: number): Promise<number> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    // A person can have two invitations to a team. The lock on the person makes two acceptances wait for each other.
    await lockUser(tx, actor.id);
    const invitation = await findInvitationFor(tx, id, actor.id);
    if (!invitation) throw new ApiError('invitation_not_found');
    await lockTeamAndInviter(tx, invitation);
    const accepted = await tx
      .updateTable('team_invitations')
      .set({ state: 'accepted', answered_by: actor.id, ended_at: now })
      .where('id', '=', id)
      .where(isFor(actor.id))
      .where(isAcceptable({ userId: actor.id, now }))
      .returning(['team_id', 'role', 'invited_by'])
      .executeTakeFirst();
    if (!accepted) throw new ApiError('invitation_closed');
    const { team_id, role, invited_by } = accepted;
    const member = await insertMember(tx, { team_id, user_id: actor.id, role });
    await withdrawInvitationsTo(tx, { teamId: team_id, userId: actor.id, now });
    const origin = { invitation_id: id, invited_by };
    await recordMemberChange(deps, tx, actor, 'team.member_added', member, origin);
    return member.id;
  });
}

/** Throws `invitation_closed` when the invitation is no longer open. */
export function declineInvitation(deps: Deps, actor: Actor, id: number): Promise<void> {
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, actor.id);
    if (!(await findInvitationFor(tx, id, actor.id))) throw new ApiError('invitation_not_found');
    const declined = await tx
      .updateTable('team_invitations')
      .set({ state: 'declined', answered_by: actor.id, ended_at: now })
      .where('id', '=', id)
      .where(isFor(actor.id))
      .where('state', '=', 'open')
      .where('expires_at', '>', now)
      .returning(['team_id', 'role'])
      .executeTakeFirst();
    if (!declined) throw new ApiError('invitation_closed');
    const entry = { by: actor, action: 'team.invitation_declined', eventId: null } as const;
    const details = { invitation_id: id, role: declined.role };
    await recordAudit(tx, now, { ...entry, objectId: declined.team_id, details });
  });
}
