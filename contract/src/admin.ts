import { z } from 'zod';
import { out } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { event } from './events.ts';
import { fullListQuery, idParams, success } from './fields.ts';
import { team } from './teams.ts';
import { user } from './users.ts';

export const setSiteAdmin = endpoint({
  method: 'PATCH',
  path: '/admin/users/:id',
  access: 'admin',
  summary: 'Make a user a site administrator, or no longer one; from their very next call on',
  params: idParams,
  body: z.object({ is_site_admin: z.boolean({ error: 'is_site_admin must be true or false' }) }),
  answers: { 200: z.object({ status: success, data: user }) },
  refuses: ['user_not_found', 'last_site_admin'],
});

export const getDashboard = endpoint({
  method: 'GET',
  path: '/admin/dashboard',
  access: 'admin',
  summary: 'All users, teams and events, or a page of each, and how many there are in all',
  query: fullListQuery,
  answers: {
    200: z.object({
      status: success,
      data: z.object({
        users: z.array(user),
        teams: z.array(team),
        events: z.array(event),
        draft_events: z.array(event),
        total_users: out.count,
        total_teams: out.count,
        total_team_members: out.count,
        total_events: out.count,
      }),
    }),
  },
});
