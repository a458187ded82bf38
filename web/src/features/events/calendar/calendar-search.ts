import { type EventsSearch, isMonth, readEventsSearch } from '../browse/events-search.ts';

/** Without a month, the calendar shows the current one. */
export interface CalendarSearch extends Pick<EventsSearch, 'category' | 'free'> {
  month?: string;
}

/** Invalid values count as missing. */
export function readCalendarSearch(raw: Record<string, unknown>): CalendarSearch {
  const { category, free } = readEventsSearch(raw);
  return { month: isMonth(raw.month) ? raw.month : undefined, category, free };
}
