import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { minutes } from '../../../api/query-client.ts';
import { eventsKey } from '../../../api/query-keys.ts';
import { wallTimeOf } from '../../../format/zoned-time.ts';
import type { FoyerEvent } from '../events.api.ts';
import type { CalendarSearch } from './calendar-search.ts';

/** More would not fit into a month that people can read. */
const mostEvents = 100;

/** The events of a month that have not ended. The answer says which month it is. */
export function calendarQuery({ month, category, free }: CalendarSearch, timeZone: string) {
  return queryOptions({
    queryKey: [...eventsKey, 'calendar', { month, category, free }],
    queryFn: async ({ signal }) => {
      const shown = month ?? wallTimeOf(new Date().toISOString(), timeZone).slice(0, 7);
      const answer = await api('GET /events', {
        query: {
          sort_by: 'start_time',
          order: 'asc',
          limit: mostEvents,
          month: shown,
          running: 'true',
          category,
          free: free ? 'true' : undefined,
        },
        anonymous: true,
        signal,
      });
      return { total: answer.total_events, events: answer.events.map(pickEntry), month: shown };
    },
    staleTime: minutes(5),
    placeholderData: keepPreviousData,
  });
}

/** What the calendar shows. The page's data must not contain a hundred descriptions. */
export type CalendarEntry = Pick<
  FoyerEvent,
  'id' | 'title' | 'start_time' | 'end_time' | 'price' | 'highest_price'
>;

function pickEntry({ id, title, start_time, end_time, price, highest_price }: FoyerEvent): CalendarEntry {
  return { id, title, start_time, end_time, price, highest_price };
}
