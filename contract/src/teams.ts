import { z } from 'zod';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import {
  email,
  fullListQuery,
  id,
  idParams,
  searchText,
  withExample,
  sortedListQuery,
  success,
  teamName,
  teamRole,
  text,
  timeOut,
} from './fields.ts';
import { ownPicture } from './pictures.ts';

export const team = z
  .object({
    id: out.teamId,
    name: out.teamName,
    description: out.teamDescription,
    picture_url: out.teamPicture,
    contact_email: out.teamContact,
    created_at: timeOut,
    updated_at: timeOut,
    member_count: out.count,
  })
  .meta({ id: 'Team' });

/** Lists leave out the address, so that nobody can read the addresses of all teams at once. */
const listedTeam = team.omit({ contact_email: true }).meta({ id: 'ListedTeam' });

const membershipId = withExample(z.int(), 11);

export const invitationId = withExample(z.int(), 5);

/** A membership. Despite its name, `team_created_at` is the time at which the member joined. */
export const teamMember = z
  .object({
    id: membershipId,
    user_id: out.userId,
    team_id: out.teamId,
    username: out.username,
    email: out.email,
    role: teamRole,
    profile_image_url: out.profileImage,
    team_created_at: timeOut.meta({ description: 'When the member joined the team' }),
    team_name: out.teamName,
    team_description: out.teamDescription,
  })
  .meta({ id: 'TeamMember' });

const teamDescription = withExample(text(2000), 'Concerts and courses in the old malt house').nullable();

/** Forms send an empty text for no address. */
const contactEmail = withExample(
  z.union([z.literal('').transform(() => null), email], { error: 'Email is invalid' }),
  'box-office@example.org',
  'For questions about the events of the team; everybody can see it. Null or an empty text removes it',
).nullable();

const sendAsFile = 'Send the picture as a file';

export const listTeams = endpoint({
  method: 'GET',
  path: '/teams',
  access: 'any',
  summary: 'All teams, or a page of those whose name contains q, oldest first or sorted',
  query: sortedListQuery(['id', 'name', 'description', 'member_count', 'created_at']),
  answers: { 200: z.object({ teams: z.array(listedTeam), total_teams: out.count }) },
});

export const getTeam = endpoint({
  method: 'GET',
  path: '/teams/:id',
  access: 'any',
  summary: 'One team',
  params: idParams,
  answers: { 200: z.object({ team }) },
  refuses: ['team_not_found'],
});

export const getTeamByName = endpoint({
  method: 'GET',
  path: '/teams/name/:name',
  access: 'any',
  summary: 'One team by its name; upper and lower case are the same',
  params: z.object({ name: withExample(searchText(100), 'the maltings') }),
  answers: { 200: z.object({ team }) },
  refuses: ['team_not_found'],
});

export const listTeamMembers = endpoint({
  method: 'GET',
  path: '/teams/:id/members',
  access: 'team',
  summary: "A team's members, for its members",
  params: idParams,
  answers: { 200: z.object({ members: z.array(teamMember), total_members: out.count }) },
  refuses: ['team_not_found'],
});

export const listAllTeamMembers = endpoint({
  method: 'GET',
  path: '/teams/members',
  access: 'admin',
  summary: 'The memberships of all teams, or a page of them',
  query: fullListQuery,
  answers: { 200: z.object({ teamMembers: z.array(teamMember), total_team_members: out.count }) },
});

export const getTeamMember = endpoint({
  method: 'GET',
  path: '/teams/members/:id',
  access: 'team',
  summary: 'One membership, for the members of its team',
  params: idParams,
  answers: { 200: z.object({ teamMember }) },
  refuses: ['team_member_not_found'],
});

export const getTeamMemberByUser = endpoint({
  method: 'GET',
  path: '/teams/members/user/:userId',
  access: 'self',
  summary: "A user's first membership and all of them",
  params: z.object({ userId: id }),
  answers: { 200: z.object({ teamMember, team_members: z.array(teamMember) }) },
  refuses: ['not_in_a_team'],
});

export const getTeamMemberRole = endpoint({
  method: 'GET',
  path: '/teams/members/:userId/role',
  access: 'self',
  who: 'For the user concerned, members of the team, and site administrators.',
  summary:
    "A user's role in a team, or their first, and all their roles; teammates see those in shared teams",
  params: z.object({ userId: id }),
  query: z.object({ team_id: id.optional() }),
  answers: {
    200: z.object({ role: teamRole, roles: z.array(z.object({ team_id: out.teamId, role: teamRole })) }),
  },
  refuses: ['not_in_a_team'],
});

export const createTeam = endpoint({
  method: 'POST',
  path: '/teams',
  access: 'user',
  summary: 'Create a team; the caller becomes its team_admin. At most 10 a day',
  body: z.object({
    name: teamName,
    description: teamDescription.optional(),
    contact_email: contactEmail.optional(),
  }),
  answers: {
    201: z.object({ status: success, message: sentence('Team created successfully'), team, teamMember }),
  },
  refuses: ['team_name_taken', 'too_many_requests'],
});

export const updateTeam = endpoint({
  method: 'PATCH',
  path: '/teams/:id',
  access: 'team',
  who: 'For a team_admin of the team, and for site administrators.',
  summary: 'Change a team; the picture comes as a file',
  params: idParams,
  body: z.object({
    name: teamName.optional(),
    description: teamDescription.optional(),
    contact_email: contactEmail.optional(),
    picture_url: withExample(
      z.union([ownPicture('teams'), z.literal('').transform(() => null)], { error: sendAsFile }),
      '/uploads/teams/4f9c1a7e20b85d63c0a91f4e-b3401f-512x512/large.webp',
      'Only the present path, or null or an empty text, which removes the picture',
    )
      .nullable()
      .optional(),
  }),
  file: 'picture',
  answers: { 200: z.object({ status: success, team, updatedTeam: team }) },
  refuses: ['team_not_found', 'team_name_taken', 'not_an_image', 'image_too_large', 'too_many_requests'],
});

export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/teams/:id',
  access: 'team',
  who: 'For a team_admin of the team, and for site administrators.',
  summary: 'Delete a team and its drafts; its other events stay, without a team',
  params: idParams,
  answers: { 204: null },
  refuses: ['team_not_found', 'team_has_paid_tickets'],
});

const memberParams = z.object({ id, memberId: withExample(id, 7, "The member's user id") });

export const updateTeamMember = endpoint({
  method: 'PATCH',
  path: '/teams/:id/members/:memberId',
  access: 'team',
  who: 'For a team_admin of the team, and for site administrators.',
  summary: "Change a member's role; memberId is the member's user id",
  params: memberParams,
  body: z.object({ role: teamRole }),
  answers: { 200: z.object({ status: success, teamMember }) },
  refuses: ['team_not_found', 'team_member_not_found', 'last_team_admin'],
});

export const removeTeamMember = endpoint({
  method: 'DELETE',
  path: '/teams/:id/members/:memberId',
  access: 'team',
  who: 'For a team_admin of the team, the member who leaves, and site administrators.',
  summary: "Remove a member, or leave; memberId is the member's user id",
  params: memberParams,
  answers: { 204: null },
  refuses: ['team_not_found', 'team_member_not_found', 'last_team_admin'],
});
