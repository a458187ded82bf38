import { useHydrated, useLocation } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { type EventsSearch, readEventsSearch } from './events-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page, filters and search of the events list from which the user opened an event. */
    leftList?: EventsSearch;
  }
}

/** Returns an empty object when the user did not come from the events list. */
export function useLeftList(): EventsSearch {
  const left = useLocation({ select: ({ state }) => state.leftList });
  const isFirst = useLocation({ select: ({ state }) => state.__TSR_index === 0 });
  // The server does not know the browser's history, and the first render must equal the server's HTML. So the history
  // counts only after hydration.
  const isHydrated = useHydrated();
  if (!isHydrated) return {};
  return left ?? (isFirst ? findListInReferrer() : {});
}

/** A link that is pressed before hydration opens a new document, which has no history state but a referrer. */
function findListInReferrer(): EventsSearch {
  if (document.referrer === '') return {};
  const { origin, pathname, searchParams } = new URL(document.referrer);
  if (origin !== location.origin || pathname !== paths.events) return {};
  return readEventsSearch(Object.fromEntries(searchParams));
}
