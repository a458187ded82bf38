import { useHydrated, useLocation } from '@tanstack/react-router';
import type { EventsSearch } from './events-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page, filters and search of the events list from which the user opened an event. */
    leftList?: EventsSearch;
  }
}

/** Returns an empty object when the user did not come from the events list. */
export function useLeftList(): EventsSearch {
  const left = useLocation({ select: ({ state }) => state.leftList });
  // The server does not know the browser's history, and the first render must equal the server's HTML. So the history
  // counts only after hydration.
  const isHydrated = useHydrated();
  return (isHydrated ? left : undefined) ?? {};
}
