import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { callerSubject } from '../../../http/caller-address.ts';
import { route } from '../../../http/route.ts';
import { getTeamMemberFor } from '../teams.members.service.ts';
import { getTeamFor } from '../teams.service.ts';
import { listReceivedInvitations, listSentInvitations } from './invitations.queries.ts';
import { acceptInvitation, declineInvitation } from './answers.service.ts';
import { resendInvitation, withdrawInvitation } from './invitations.service.ts';

export function registerInvitationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, 'GET /teams/invitations', async ({ actor }) => {
    const invitations = await listReceivedInvitations(deps.db, actor.id, deps.clock.now());
    return { invitations, total_invitations: invitations.length };
  });

  route(app, deps, 'POST /teams/invitations/:id/accept', async ({ actor, params }) => {
    const memberId = await acceptInvitation(deps, actor, params.id);
    const teamMember = await getTeamMemberFor(deps.db, actor, memberId);
    return { msg: `You are now a member of ${teamMember.team_name}`, teamMember };
  });

  route(app, deps, 'POST /teams/invitations/:id/decline', async ({ actor, params }) => {
    await declineInvitation(deps, actor, params.id);
    return { msg: 'Invitation declined' };
  });

  route(app, deps, 'POST /teams/invitations/:id/resend', async ({ actor, params, request }) => {
    const signed = { actor, address: callerSubject(request.ip) };
    return { msg: 'Invitation sent again', expires_at: await resendInvitation(deps, signed, params.id) };
  });

  route(app, deps, 'DELETE /teams/invitations/:id', async ({ actor, params }) => {
    await withdrawInvitation(deps, actor, params.id);
    return undefined;
  });

  route(app, deps, 'GET /teams/:id/invitations', async ({ actor, params }) => {
    const team = await getTeamFor(deps.db, actor, 'manage', params.id);
    const invitations = await listSentInvitations(deps.db, team.id, deps.clock.now());
    return { invitations, total_invitations: invitations.length };
  });
}
