import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { minutes } from '../../../api/query-client.ts';
import { eventsKey, hostsKey } from '../../../api/query-keys.ts';
import { nullWhenMissing } from '../events.api.ts';

export type Host = Answer<'GET /teams/:id'>['team'];

const eventsPerPage = 6;

/** A team as everybody sees it. Null means that there is none. */
export function hostQuery(id: number) {
  return queryOptions({
    queryKey: [...hostsKey, id],
    queryFn: ({ signal }): Promise<Host | null> =>
      nullWhenMissing(
        async () => (await api('GET /teams/:id', { params: { id }, anonymous: true, signal })).team,
      ),
    staleTime: minutes(5),
  });
}

/** The public events of a team: those to come, soonest first, or the past ones, newest first. */
export function hostedEventsQuery(team: number, time: 'coming' | 'past', page: number) {
  return queryOptions({
    queryKey: [...eventsKey, 'hosted', team, time, page],
    queryFn: ({ signal }) => {
      const query = { team, page, limit: eventsPerPage };
      return time === 'past'
        ? api('GET /events/past', { query, anonymous: true, signal })
        : api('GET /events', {
            query: { ...query, sort_by: 'start_time', order: 'asc', running: 'true' },
            anonymous: true,
            signal,
          });
    },
    staleTime: minutes(5),
    placeholderData: keepPreviousData,
  });
}

/** Whether a list ends before this page. */
export function isBehind(list: { total_pages: number } | null, page: number): boolean {
  return list !== null && page > Math.max(1, list.total_pages);
}
