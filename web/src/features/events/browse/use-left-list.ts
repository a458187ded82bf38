import { useHydrated, useLocation } from '@tanstack/react-router';
import type { EventsSearch } from './events-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the list showed when an event was opened from it. */
    leftList?: EventsSearch;
  }
}

/** The list that the user came from, or the whole list when they came from elsewhere. */
export function useLeftList(): EventsSearch {
  const left = useLocation({ select: ({ state }) => state.leftList });
  // The server does not know the history, and hydration must start with what the server rendered.
  const isHydrated = useHydrated();
  return (isHydrated ? left : undefined) ?? {};
}
