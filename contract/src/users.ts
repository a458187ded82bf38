import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { email, httpUrl, id, idParams, password, success, teamRole, timeOut, username } from './fields.ts';

export const publicUser = z.object({
  id: z.int(),
  username: z.string(),
  profile_image_url: z.string().nullable(),
  created_at: timeOut,
});

export const membership = z.object({
  team_id: z.int(),
  team_name: z.string(),
  team_description: z.string().nullable(),
  role: teamRole,
});

/** The whole user: for the person themself and for site administrators only. */
export const user = publicUser.extend({
  email: z.string(),
  is_site_admin: z.boolean(),
  updated_at: timeOut,
  teams: z.array(membership),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  access: 'user',
  summary: 'One user: whole for the person themself and administrators, else the public form',
  params: idParams,
  answers: { 200: z.object({ user: z.union([user, publicUser]) }) },
  refuses: ['user_not_found'],
});

export const getIsSiteAdmin = endpoint({
  method: 'GET',
  path: '/users/:id/is-site-admin',
  access: 'self',
  summary: 'Whether the user is a site administrator',
  params: idParams,
  answers: { 200: z.object({ is_site_admin: z.boolean() }) },
  refuses: ['user_not_found'],
});

const userChange = z.object({
  username: username.optional(),
  email: email.optional(),
  profile_image_url: z
    .union([httpUrl, z.literal('').transform(() => null)])
    .nullable()
    .optional(),
  password: password.optional(),
  current_password: z.string().max(200).optional(),
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/:id',
  access: 'self',
  summary: 'Change a profile; a new password needs the current one and ends the other sessions',
  params: z.object({ id }),
  body: userChange,
  answers: { 200: z.object({ status: success, msg: z.string(), user }) },
  refuses: ['user_not_found', 'username_taken', 'email_taken', 'too_many_requests'],
});
