import { z } from 'zod';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import {
  email,
  line,
  password,
  withExample,
  success,
  teamName,
  teamRole,
  text,
  timeOut,
  username,
} from './fields.ts';
import { user } from './users.ts';

const tokens = {
  accessToken: withExample(
    z.string(),
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
    'Valid for 15 minutes',
  ),
  refreshToken: withExample(z.string(), 'v0P3oW9mX2sK7qLr1TzYc8NhUeJdBgAi5fRk4yMwQtE', 'Valid for 30 days'),
};

const team = z.object({
  id: out.teamId,
  name: out.teamName,
  description: out.teamDescription,
  created_at: timeOut,
  updated_at: timeOut,
});

const teamMember = z.object({
  id: withExample(z.int(), 11),
  team_id: out.teamId,
  user_id: out.userId,
  role: teamRole,
});

const organiser = z.object({ isEventOrganiser: z.literal(true) });

const wholeTeam = z.object({ teamName, teamDescription: text(2000).optional() });

/** The team fields matter only when `isEventOrganiser` is true. */
export const registration = z
  .object({
    username,
    email,
    password,
    isEventOrganiser: withExample(z.boolean().default(false), true),
    teamName: withExample(
      z.string(),
      'The Maltings',
      '3 to 100 characters; required for an organiser',
    ).optional(),
    teamDescription: withExample(z.string(), 'Concerts and courses in the old malt house').optional(),
  })
  .superRefine(
    (fields, context) => {
      for (const { path, message } of wholeTeam.safeParse(fields).error?.issues ?? []) {
        context.addIssue({ code: 'custom', path, message });
      }
    },
    // By default, Zod skips this check if a field is wrong. Run the check for every organiser, so that one answer names
    // every wrong field.
    { when: ({ value }) => organiser.safeParse(value).success },
  )
  .transform(({ teamName: name, teamDescription, isEventOrganiser, ...account }) => {
    if (!isEventOrganiser) return { ...account, team: null };
    const whole = wholeTeam.parse({ teamName: name, teamDescription });
    return { ...account, team: { name: whole.teamName, description: whole.teamDescription || null } };
  });

export const registerUser = endpoint({
  method: 'POST',
  path: '/auth/register',
  access: 'any',
  summary: 'Sign up; an organiser also creates a team',
  body: registration,
  answers: {
    201: z.object({
      status: success,
      data: z.object({ user, ...tokens, team: team.optional(), teamMember: teamMember.optional() }),
    }),
  },
  refuses: ['username_taken', 'email_taken', 'team_name_taken', 'too_many_requests'],
});

export const logIn = endpoint({
  method: 'POST',
  path: '/auth/login',
  access: 'any',
  summary: 'Log in with a username or an email address',
  body: z.object({
    username: withExample(
      line({ required: 'Please enter both username and password', max: 254 }),
      'mara.ellis',
      'A username or an email address',
    ),
    password: withExample(
      z
        .string({ error: 'Please enter both username and password' })
        .min(1, { error: 'Please enter both username and password' })
        .max(200, { error: 'Password must be at most 200 characters' }),
      'a long pass phrase',
    ),
  }),
  answers: {
    200: z.object({ status: success, data: z.object({ user, ...tokens }) }),
  },
  refuses: ['invalid_credentials', 'two_factor_required', 'too_many_requests'],
});

const refreshToken = withExample(
  z.string({ error: 'Refresh token is required' }).min(1, { error: 'Refresh token is required' }),
  'v0P3oW9mX2sK7qLr1TzYc8NhUeJdBgAi5fRk4yMwQtE',
);

export const refreshSession = endpoint({
  method: 'POST',
  path: '/auth/refresh-token',
  access: 'any',
  summary:
    'Exchange a refresh token for a new pair of tokens; the old one works until the new one is first used',
  body: z.object({ refreshToken }),
  answers: { 200: z.object({ status: success, data: z.object(tokens) }) },
  refuses: ['invalid_refresh_token'],
});

export const logOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  access: 'any',
  summary: 'End the session at once; an unknown token gets the same answer',
  body: z.object({ refreshToken }),
  answers: { 200: z.object({ status: success, msg: sentence('Logged out successfully') }) },
});

const device = z.object({
  id: withExample(z.uuid(), 'b1a7f3c2-52d4-4c0e-9d6f-1f6d1c3d9a10'),
  device: withExample(
    z.string().nullable(),
    'Firefox on Windows',
    'The browser and system; null when unknown',
  ),
  created_at: timeOut.meta({ description: 'When the user logged in' }),
  last_used_at: timeOut.meta({ description: 'When the session was last refreshed' }),
  is_current: withExample(z.boolean(), true, 'Whether this request belongs to the session'),
});

const duringEveryDuty = ['change_password', 'set_up_two_factor'] as const;

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  access: 'user',
  allowedDuring: duringEveryDuty,
  summary: "The caller's sessions, one for each signed-in device; the current one first",
  answers: { 200: z.object({ sessions: z.array(device) }) },
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  access: 'user',
  allowedDuring: duringEveryDuty,
  summary: 'Sign out on all other devices',
  answers: { 204: null },
});

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:sessionId',
  access: 'user',
  allowedDuring: duringEveryDuty,
  summary: 'Sign out on one device',
  params: z.object({
    sessionId: withExample(
      z.uuid({ error: 'Session id must be a UUID' }),
      'b1a7f3c2-52d4-4c0e-9d6f-1f6d1c3d9a10',
    ),
  }),
  answers: { 204: null },
  refuses: ['not_found'],
});

export const confirmPassword = endpoint({
  method: 'POST',
  path: '/auth/confirm-password',
  access: 'user',
  allowedDuring: ['set_up_two_factor'],
  summary: 'Enter the password again; for 10 minutes the session may then do what needs a recent password',
  body: z.object({
    password: withExample(
      z
        .string({ error: 'Password is required' })
        .min(1, { error: 'Password is required' })
        .max(200, { error: 'Password must be at most 200 characters' }),
      'a long pass phrase',
    ),
  }),
  answers: { 200: z.object({ status: success, msg: sentence('Password confirmed') }) },
  refuses: ['too_many_requests'],
});
