import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { personalKey } from '../../api/query-keys.ts';

export type Audiences = Answer<'GET /events/:id/message-audiences'>;

/** How many people an email would reach. Loaded again on each visit, because tickets are sold all the time. */
export function audiencesQuery(eventId: number, userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'message-audiences', eventId),
    queryFn: ({ signal }) => api('GET /events/:id/message-audiences', { params: { id: eventId }, signal }),
    staleTime: 0,
  });
}
