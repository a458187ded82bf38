import { endpoint } from './endpoint.ts';
import { idParams } from './fields.ts';

export const getEventCalendar = endpoint({
  method: 'GET',
  path: '/events/:id/calendar',
  access: 'any',
  summary: 'The event as a calendar file; of a draft only for its team',
  params: idParams,
  answers: {
    200: {
      file: 'text/calendar; charset=utf-8',
      description: 'An iCalendar file with the event as its one entry',
    },
  },
  refuses: ['event_not_found'],
});
