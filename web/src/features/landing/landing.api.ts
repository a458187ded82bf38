import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { minutes } from '../../api/query-client.ts';
import { eventsKey } from '../../api/query-keys.ts';
import { shareOutEvents, wantedEvents } from './landing-events.ts';

/** The events of all sections of the landing page. */
export const landingQuery = queryOptions({
  queryKey: [...eventsKey, 'landing'],
  queryFn: async ({ signal }) => {
    const list = async (narrowed: object, limit: number) => {
      const query = { sort_by: 'start_time', order: 'asc', ...narrowed, limit } as const;
      return (await api('GET /events', { query, anonymous: true, signal })).events;
    };
    // Without its rows, the page still has the events that it features.
    const row = (narrowed: object, limit: number) => list(narrowed, limit).catch(() => []);
    const [first, weekend, free, newest] = await Promise.all([
      list({ running: 'true' }, wantedEvents.first),
      row({ when: 'weekend' }, wantedEvents.weekend),
      row({ free: 'true' }, wantedEvents.free),
      row({ sort_by: 'published_at', order: 'desc', one_per_series: 'true' }, wantedEvents.newest),
    ]);
    return shareOutEvents({ first, weekend, free, newest });
  },
  staleTime: minutes(5),
});
