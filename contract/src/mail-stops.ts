import { z } from 'zod';
import { linkToken } from './account-links.ts';
import { endpoint } from './endpoint.ts';
import { success, withExample } from './fields.ts';

const scope = withExample(
  z.enum(['event', 'messages', 'team', 'all']),
  'team',
  'News about one event, messages of one team to its attendees, unasked emails of one team, or all unasked emails',
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
