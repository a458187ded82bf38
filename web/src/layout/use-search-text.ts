import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

/** How long typing must pause before the search starts, in milliseconds. */
const searchDelay = 300;

/**
 * Keeps the text of a search box and the search in the page's web address equal.
 * @param q the search text in the web address
 * @param onSearch puts the typed text into the web address
 */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const router = useRouter();
  const [typed, setTyped] = useState({ text: q, waiting: false });
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    // The search in the web address has changed, so show it in the box. Keep the typed text if its search has not
    // started yet, or if the two texts differ only in spaces.
    setSeen(q);
    if (!typed.waiting && typed.text.trim() !== q) setTyped({ text: q, waiting: false });
  }
  const search = useEffectEvent((text: string) => {
    setTyped({ text, waiting: false });
    // The search would take the place of the link that the user has pressed meanwhile.
    if (text.trim() !== q && !isLeavingPage(router)) onSearch(text.trim());
  });
  useEffect(() => {
    if (!typed.waiting) return undefined;
    // An empty box needs no delay: the whole list is shown at once.
    const timer = setTimeout(() => search(typed.text), typed.text.trim() === '' ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [typed]);
  return { text: typed.text, type: (text: string) => setTyped({ text, waiting: true }) };
}

/** Whether another page is loading. */
function isLeavingPage({ latestLocation, state }: AnyRouter): boolean {
  const shown = state.resolvedLocation;
  return shown !== undefined && latestLocation.pathname !== shown.pathname;
}
