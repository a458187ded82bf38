import { useHydrated, useLocation } from '@tanstack/react-router';
import type { EventsSearch } from './events-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list's search when the user opened an event from the list. */
    leftList?: EventsSearch;
  }
}

/** The search of the events list that the user came from. Empty when they came from another page. */
export function useLeftList(): EventsSearch {
  const left = useLocation({ select: ({ state }) => state.leftList });
  // The server does not know the browser's history, and the first render must equal the server's HTML.
  const isHydrated = useHydrated();
  return (isHydrated ? left : undefined) ?? {};
}
