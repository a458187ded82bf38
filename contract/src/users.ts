import { z } from 'zod';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import {
  email,
  httpUrl,
  id,
  idParams,
  pageQuery,
  password,
  personName,
  withExample,
  sortedListQuery,
  success,
  teamRole,
  searchText,
  timeOut,
  username,
} from './fields.ts';
import { ownPicture, pictureState } from './pictures.ts';

export const publicUser = z
  .object({
    id: out.userId,
    username: out.username,
    profile_image_url: out.profileImage,
    created_at: timeOut,
  })
  .meta({ id: 'PublicUser' });

export const membership = z.object({
  team_id: out.teamId,
  team_name: out.teamName,
  team_description: out.teamDescription,
  role: teamRole,
});

/** Only the user and site administrators may read all these fields. */
export const user = publicUser
  .extend({
    name: withExample(
      z.string().nullable(),
      'Mara Ellis',
      'For tickets and mails. Null until the user gives a name',
    ),
    email: out.email,
    email_verified: withExample(z.boolean(), true, 'Whether the owner of the address has confirmed it'),
    duty: withExample(
      z.enum(['change_password', 'set_up_two_factor']).nullable(),
      null,
      'What the user must do before anything else; change_password when an administrator chose the password',
    ),
    picture_state: pictureState,
    two_factor_enabled: withExample(
      z.boolean(),
      false,
      'Whether logins need a code from an authenticator app',
    ),
    is_site_admin: withExample(z.boolean(), false),
    updated_at: timeOut,
    teams: z.array(membership),
  })
  .meta({ id: 'User' });

/** The username or email address to look up. Any text is allowed: an impossible name simply finds no user. */
const lookup = searchText(254);

const oneUser = z.object({ user: z.union([user, publicUser]) });

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: 'admin',
  summary: 'All users, or a page of those whose username or email contains q, oldest first or sorted',
  query: sortedListQuery(['id', 'username', 'email', 'is_site_admin', 'created_at']),
  answers: { 200: z.object({ users: z.array(user), total_users: out.count }) },
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  access: 'user',
  allowedDuring: ['change_password', 'set_up_two_factor'],
  summary: 'One user: complete for the user and for administrators, public fields only for everybody else',
  params: idParams,
  answers: { 200: oneUser },
  refuses: ['user_not_found', 'too_many_requests'],
});

export const getUserByUsername = endpoint({
  method: 'GET',
  path: '/users/username/:username',
  access: 'user',
  summary: 'One user by username, whatever its case; answers as for the call by id',
  params: z.object({ username: withExample(lookup, 'mara.ellis') }),
  answers: { 200: oneUser },
  refuses: ['user_not_found', 'too_many_requests'],
});

export const getUserByEmail = endpoint({
  method: 'GET',
  path: '/users/email/:email',
  access: 'user',
  who: 'For the user, people in one of their teams, and site administrators. Everybody else gets 404 for every address.',
  summary: 'One user by email address, whatever its case; answers as for the call by id',
  params: z.object({ email: withExample(lookup, 'mara@example.org') }),
  answers: { 200: oneUser },
  refuses: ['user_not_found', 'too_many_requests'],
});

export const getIsSiteAdmin = endpoint({
  method: 'GET',
  path: '/users/:id/is-site-admin',
  access: 'self',
  allowedDuring: ['change_password', 'set_up_two_factor'],
  summary: 'Whether the user is a site administrator',
  params: idParams,
  answers: { 200: z.object({ is_site_admin: withExample(z.boolean(), false) }) },
  refuses: ['user_not_found'],
});

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  access: 'admin',
  summary:
    'Create a user, who must choose another password after the first login; a new administrator needs a recent password of the caller',
  body: z.object({
    username,
    email,
    password,
    is_site_admin: withExample(z.boolean().default(false), false),
  }),
  answers: { 201: z.object({ status: success, user, newUser: user }) },
  refuses: ['username_taken', 'email_taken', 'password_confirmation_required'],
});

/**
 * The current password proves that the owner of the account makes the change, and not another person at the
 * same device.
 */
const currentPassword = withExample(
  z.string().max(200),
  'the old pass phrase',
  'Required for your own account. For the account of somebody else, administrators first call POST /auth/confirm-password',
).optional();

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: 'self',
  summary:
    'Delete a user: their seats become free, their sessions end, their payments stay in the ledger without a name',
  params: idParams,
  body: z.object({ current_password: currentPassword }),
  answers: { 204: null },
  refuses: [
    'user_not_found',
    'last_site_admin',
    'last_team_admin',
    'password_confirmation_required',
    'too_many_requests',
  ],
});

const userChange = z.object({
  username: username.optional(),
  name: z
    .union([z.literal('').transform(() => null), personName], { error: 'Name is required' })
    .nullable()
    .optional()
    .meta({ description: 'For tickets and mails. Null or an empty text removes the name' }),
  email: email.optional(),
  profile_image_url: z
    .union([httpUrl, ownPicture('users'), z.literal('').transform(() => null)])
    .nullable()
    .optional(),
  password: password.optional(),
  current_password: currentPassword,
});

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/:id',
  access: 'self',
  allowedDuring: ['change_password', 'set_up_two_factor'],
  summary:
    'Change a profile; the picture may come as a file; a new email or password needs the current password, or from administrators a recent one of their own; a new password ends the other sessions',
  params: z.object({ id }),
  body: userChange,
  file: 'profile_image',
  answers: { 200: z.object({ status: success, msg: sentence('User updated successfully'), user }) },
  refuses: [
    'user_not_found',
    'username_taken',
    'email_taken',
    'password_confirmation_required',
    'not_an_image',
    'image_too_large',
    'too_many_requests',
  ],
});

export const listUserMails = endpoint({
  method: 'GET',
  path: '/users/:id/mails',
  access: 'admin',
  summary: 'The mails that Foyer sent to a user, newest first: what about and when, never their text',
  params: idParams,
  query: z.object(pageQuery),
  answers: {
    200: z.object({
      mails: z.array(
        z.object({
          kind: withExample(z.string(), 'order', 'What the mail is about'),
          noted_at: timeOut.meta({ description: 'When Foyer began to send the mail' }),
          sent_at: timeOut.nullable().meta({ description: 'Null unless the mail server took the mail' }),
          refused: withExample(
            z.boolean(),
            false,
            "Whether the recipient's mail server will never take the mail",
          ),
        }),
      ),
    }),
  },
  refuses: ['user_not_found'],
});
