import { useHydrated, useLocation } from '@tanstack/react-router';
import type { EventsSearch } from './events-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the list showed when an event was opened from it. */
    leftList?: EventsSearch;
  }
}

/** The list as it was left for this page; all events when one came from elsewhere. */
export function useLeftList(): EventsSearch {
  const left = useLocation({ select: ({ state }) => state.leftList });
  // The server knows no history, and the browser has to begin with what the server wrote.
  const isHydrated = useHydrated();
  return (isHydrated ? left : undefined) ?? {};
}
