import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { minutes } from '../../api/query-client.ts';
import { eventsKey } from '../../api/query-keys.ts';
import { pickShown } from './shown-event.ts';

/** One more than are shown, because the event that the visitor looks at may be among them. */
const hostedFirst = 4;

/** The next public events of a team, for the pages of its other events. */
export function nextOfHostQuery(team: number) {
  return queryOptions({
    queryKey: [...eventsKey, 'hosted', team, 'next'],
    queryFn: async ({ signal }) => {
      const query = {
        team,
        limit: hostedFirst,
        sort_by: 'start_time',
        order: 'asc',
        running: 'true',
      } as const;
      return (await api('GET /events', { query, anonymous: true, signal })).events.map(pickShown);
    },
    staleTime: minutes(5),
  });
}
