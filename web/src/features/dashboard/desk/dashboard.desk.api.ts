import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { minutes } from '../../../api/query-client.ts';
import { viewerEventKey } from '../../../api/query-keys.ts';
import { teamKey } from '../../teams/teams.api.ts';

export type Desk = Answer<'GET /teams/:id/desk'>;
export type EventFigures = Desk['events'][number];
export type Sales = NonNullable<Desk['next']>['sales'];

/** What the team's events to come have sold. Loaded again more often than the events, because sales change it. */
export function deskQuery(teamId: number, userId: number) {
  return queryOptions({
    queryKey: [...teamKey(teamId, userId), 'desk'],
    queryFn: ({ signal }) => api('GET /teams/:id/desk', { params: { id: teamId }, signal }),
    staleTime: minutes(0.5),
    gcTime: minutes(60),
    retry: 1,
  });
}

/** What one event has sold, also when it is over. */
export function figuresQuery(eventId: number, userId: number) {
  return queryOptions({
    // Changes of the event and of its attendees load this key again. The second part keeps it apart from `?key=figures`.
    queryKey: [...viewerEventKey(eventId, userId), 'figures', eventId],
    queryFn: async ({ signal }) => {
      const { figures } = await api('GET /events/:id/figures', { params: { id: eventId }, signal });
      return figures;
    },
    staleTime: minutes(0.5),
    gcTime: minutes(60),
    retry: 1,
  });
}
