import { endpoint } from './endpoint.ts';
import { keyQuery } from './events.ts';
import { idParams } from './fields.ts';

export const getEventCalendar = endpoint({
  method: 'GET',
  path: '/events/:id/calendar',
  access: 'any',
  summary: 'The event as a calendar file; of a draft only for its team, of a private event only with its key',
  params: idParams,
  query: keyQuery,
  answers: {
    200: {
      file: 'text/calendar; charset=utf-8',
      description: 'An iCalendar file with the event as its one entry',
    },
  },
  refuses: ['event_not_found'],
});
