import { z } from 'zod';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { idParams, success, teamRole, timeOut, withExample } from './fields.ts';
import { invitationId, teamMember } from './teams.ts';

const times = {
  created_at: timeOut,
  expires_at: timeOut.meta({ description: 'When the invitation ends' }),
};

const receivedInvitation = z
  .object({
    id: invitationId,
    team_id: out.teamId,
    team_name: out.teamName,
    team_description: out.teamDescription,
    role: teamRole,
    invited_by: out.username,
    ...times,
  })
  .meta({ id: 'ReceivedInvitation' });

/**
 * An invitation as the team sees it: with the username of the invited person or, if the team invited an email address,
 * with that email address only.
 */
const sentInvitation = z
  .object({
    id: invitationId,
    team_id: out.teamId,
    role: teamRole,
    user_id: out.userId.nullable(),
    username: out.username.nullable(),
    email: withExample(z.string().nullable(), null, 'Only for an invitation by email, as it was typed'),
    invited_by: out.username,
    ...times,
  })
  .meta({ id: 'SentInvitation' });

export const listMyInvitations = endpoint({
  method: 'GET',
  path: '/teams/invitations',
  access: 'user',
  summary:
    "The caller's open invitations, newest first: those to the account, and those to its verified email address",
  answers: { 200: z.object({ invitations: z.array(receivedInvitation), total_invitations: out.count }) },
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/teams/invitations/:id/accept',
  access: 'user',
  who: 'For the invited person.',
  summary: 'Accept an invitation and become a member of the team',
  params: idParams,
  answers: {
    200: z.object({ status: success, msg: sentence('You are now a member of the team'), teamMember }),
  },
  refuses: ['invitation_not_found', 'invitation_closed'],
});

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/teams/invitations/:id/decline',
  access: 'user',
  who: 'For the invited person.',
  summary: 'Decline an invitation; the team cannot repeat it for a week',
  params: idParams,
  answers: { 200: z.object({ status: success, msg: sentence('Invitation declined') }) },
  refuses: ['invitation_not_found', 'invitation_closed'],
});

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/teams/invitations/:id/resend',
  access: 'team',
  who: 'For a team_admin of the team, and for site administrators.',
  summary: 'Email an open invitation again, and keep it open for 30 days from now',
  params: idParams,
  answers: {
    200: z.object({
      status: success,
      msg: sentence('Invitation sent again'),
      expires_at: timeOut.meta({ description: 'When the invitation ends' }),
    }),
  },
  refuses: ['invitation_not_found', 'invitation_closed', 'too_many_requests'],
});

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/teams/invitations/:id',
  access: 'team',
  who: 'For a team_admin of the team, and for site administrators.',
  summary: 'Withdraw an open invitation',
  params: idParams,
  answers: { 204: null },
  refuses: ['invitation_not_found', 'invitation_closed'],
});

export const listTeamInvitations = endpoint({
  method: 'GET',
  path: '/teams/:id/invitations',
  access: 'team',
  who: 'For a team_admin of the team, and for site administrators.',
  summary: "A team's open invitations, newest first",
  params: idParams,
  answers: { 200: z.object({ invitations: z.array(sentInvitation), total_invitations: out.count }) },
  refuses: ['team_not_found'],
});
