import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, teamRole, timeOut } from './fields.ts';

export const teamMember = z.object({
  id: z.int(),
  user_id: z.int(),
  team_id: z.int(),
  username: z.string(),
  email: z.string(),
  role: teamRole,
  profile_image_url: z.string().nullable(),
  team_created_at: timeOut,
  team_name: z.string(),
  team_description: z.string().nullable(),
});

export const listTeamMembers = endpoint({
  method: 'GET',
  path: '/teams/:id/members',
  access: 'team',
  summary: "A team's members, for its members; team_created_at is the day they joined",
  params: idParams,
  answers: { 200: z.object({ members: z.array(teamMember), total_members: z.int() }) },
  refuses: ['team_not_found'],
});
