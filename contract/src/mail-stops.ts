import { z } from 'zod';
import { linkToken } from './account-links.ts';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { email, idParams, success, withExample } from './fields.ts';

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

export const confirmFollow = endpoint({
  method: 'POST',
  path: '/follows/confirm',
  access: 'any',
  summary: 'Follow a team with the link that was mailed',
  body: z.object({ token: linkToken }),
  answers: {
    200: z.object({ status: success, team: z.object({ id: out.teamId, name: out.teamName }) }),
  },
  refuses: ['link_expired', 'link_invalid', 'too_many_requests'],
});
