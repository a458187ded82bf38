import { z } from 'zod';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import {
  email,
  id,
  idParams,
  password,
  success,
  teamRole,
  type TeamRole,
  timeOut,
  username,
  withExample,
} from './fields.ts';
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

const newAccount = z.object({ username, email, password });

/** Exactly one of `user_id`, `username`, `email` and `account` is set. */
interface NewMember {
  team_id: number;
  role: TeamRole;
  user_id?: number;
  username?: string;
  email?: string;
  account?: z.output<typeof newAccount>;
}

/**
 * Lists the mistakes in fields that depend on each other. With a password, the request creates an account and needs all
 * its details. Without a password, it must name an existing user.
 */
function listNamingFaults(who: {
  user_id?: unknown;
  username?: unknown;
  email?: unknown;
  password?: unknown;
}) {
  if (who.password !== undefined) return newAccount.safeParse(who).error?.issues ?? [];
  const isNamed = [who.user_id, who.username, who.email].some((part) => part !== undefined);
  return isNamed ? [] : [{ path: ['username'], message: 'Username or email is required' }];
}

/** An existing user, or a new user if an administrator also sends a password. */
const newMember = z
  .object({
    team_id: id,
    role: teamRole,
    user_id: id.optional(),
    username: username.optional(),
    email: email.optional(),
    password: password.optional(),
  })
  .superRefine(
    (fields, context) => {
      for (const { path, message } of listNamingFaults(fields)) {
        context.addIssue({ code: 'custom', path, message });
      }
    },
    // Zod skips this check if a field is wrong. Run the check anyway, so that one answer names every wrong field.
    { when: ({ value }) => value instanceof Object },
  )
  .transform(({ team_id, role, user_id, ...named }): NewMember => {
    const place = { team_id, role };
    if (named.password !== undefined) return { ...place, account: newAccount.parse(named) };
    if (user_id !== undefined) return { ...place, user_id };
    return named.username === undefined
      ? { ...place, email: named.email }
      : { ...place, username: named.username };
  })
  .meta({ examples: [{ team_id: 3, role: 'event_manager', username: 'mara.ellis' }] });

const addedMember = teamMember.extend({ status: z.literal('member').default('member') });

/** The answer repeats only what the caller typed about the person, and reveals no other name or email address. */
const invitedMember = z
  .object({
    status: z.literal('invited').default('invited'),
    id: invitationId,
    team_id: out.teamId,
    team_name: out.teamName,
    team_description: out.teamDescription,
    role: teamRole,
    user_id: out.userId.nullable(),
    username: out.username.nullable(),
    email: withExample(z.string().nullable(), null),
    profile_image_url: withExample(z.null(), null),
    team_created_at: withExample(z.null(), null, 'The person has not joined yet'),
    expires_at: timeOut.meta({ description: 'When the invitation ends' }),
  })
  .meta({ id: 'InvitedMember' });

export const addTeamMember = endpoint({
  method: 'POST',
  path: '/teams/members',
  access: 'team',
  who: 'For a team_admin of the team, and for site administrators.',
  summary:
    'Invite somebody by user_id, username or email. For a site administrator they become a member at once, and may be created too',
  body: newMember,
  answers: {
    201: z.object({
      status: success,
      msg: sentence('Invitation sent'),
      newTeamMember: z.union([addedMember, invitedMember]),
    }),
  },
  refuses: [
    'team_not_found',
    'user_not_found',
    'already_member',
    'already_invited',
    'invitation_declined',
    'username_taken',
    'email_taken',
    'password_confirmation_required',
    'too_many_requests',
  ],
});
