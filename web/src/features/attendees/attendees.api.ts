import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { listAttendees } from './attendee-rows.ts';

export type { Attendee } from './attendee-rows.ts';

/** Loaded again on each visit, because other people check in attendees too. */
export function attendeesQuery(eventId: number, userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'attendees', eventId),
    queryFn: async ({ signal }) => {
      const [{ registrations }, { tickets }] = await Promise.all([
        api('GET /events/:id/registrations', { params: { id: eventId }, signal }),
        api('GET /tickets/event/:eventId', { params: { eventId }, signal }),
      ]);
      return listAttendees(registrations, tickets);
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}
