import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../api/query-keys.ts';
import { type Answer, api } from '../../api/client.ts';

export type Attendee = Answer<'GET /events/:id/registrations'>['registrations'][number];

/** Loaded again on each visit, because other people check in attendees too. */
export function attendeesQuery(eventId: number, userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'attendees', eventId),
    queryFn: async ({ signal }) =>
      (await api('GET /events/:id/registrations', { params: { id: eventId }, signal })).registrations,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}
