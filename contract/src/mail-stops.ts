import { z } from 'zod';
import { linkToken } from './account-links.ts';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { email, id, idParams, success, timeOut, withExample } from './fields.ts';

const scope = withExample(
  z.enum(['event', 'messages', 'follow', 'team', 'all']),
  'team',
  'News about one event, messages of one team to its attendees or its followers, unasked emails of one team, or all unasked emails',
);

const choices = z.array(
  z.object({
    scope,
    name: withExample(z.string().nullable(), 'The Maltings', 'Of the event or the team'),
    is_stopped: withExample(z.boolean(), true),
  }),
);

const answers = { 200: z.object({ status: success, choices }) };

export const findMailStops = endpoint({
  method: 'POST',
  path: '/mail-stops/find',
  access: 'any',
  summary: 'What the link in an email can stop for the address that got the email; changes nothing',
  body: z.object({ token: linkToken }),
  answers,
  refuses: ['stop_link_invalid', 'too_many_requests'],
});

export const changeMailStop = endpoint({
  method: 'POST',
  path: '/mail-stops',
  access: 'any',
  summary: 'Stop such emails to the address that got the email, or allow them again',
  body: z.object({
    token: linkToken,
    scope,
    is_stopped: withExample(z.boolean(), true),
  }),
  answers,
  refuses: ['stop_link_invalid', 'too_many_requests'],
});

export const followTeam = endpoint({
  method: 'POST',
  path: '/teams/:id/follow',
  access: 'any',
  summary:
    'Mail a link with which the owner of an address confirms that they want to hear of new events of a team; the answer is the same for every address',
  params: idParams,
  body: z.object({ email }),
  answers: {
    200: z.object({
      status: success,
      msg: sentence('Almost done: open the link in the email that we have sent to this address'),
    }),
  },
  refuses: ['team_not_found', 'too_many_requests'],
});

const followedTeam = z.object({ id: out.teamId, name: out.teamName });

export const findFollow = endpoint({
  method: 'POST',
  path: '/follows/find',
  access: 'any',
  summary: 'The team that a mailed link follows; changes nothing',
  body: z.object({ token: linkToken }),
  answers: { 200: z.object({ status: success, team: followedTeam }) },
  refuses: ['link_expired', 'link_invalid', 'too_many_requests'],
});

export const confirmFollow = endpoint({
  method: 'POST',
  path: '/follows/confirm',
  access: 'any',
  summary: 'Follow a team with the link that was mailed',
  body: z.object({ token: linkToken }),
  answers: {
    200: z.object({ status: success, team: followedTeam }),
  },
  refuses: ['link_expired', 'link_invalid', 'too_many_requests'],
});

export const listFollows = endpoint({
  method: 'GET',
  path: '/follows',
  access: 'user',
  summary: 'The teams that the verified address of the caller follows, by name; none before it is verified',
  answers: {
    200: z.object({ teams: z.array(followedTeam.extend({ followed_at: timeOut })) }),
  },
});

export const followAsUser = endpoint({
  method: 'POST',
  path: '/follows',
  access: 'user',
  summary: 'Follow a team with the verified address of the caller, without a mailed link',
  body: z.object({ team_id: id }),
  answers: { 200: z.object({ status: success, team: followedTeam }) },
  refuses: ['email_not_verified', 'team_not_found', 'too_many_requests'],
});

export const stopFollowing = endpoint({
  method: 'DELETE',
  path: '/follows/:teamId',
  access: 'user',
  summary:
    'Stop following a team with the verified address of the caller; does nothing if it does not follow',
  params: z.object({ teamId: id }),
  answers: { 204: null },
  refuses: ['email_not_verified'],
});
