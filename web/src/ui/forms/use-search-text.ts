import { useEffect, useEffectEvent, useState } from 'react';

/** How long typing must pause before the search starts, in milliseconds. */
const searchDelay = 300;

/**
 * The text of a search box whose search is part of the address.
 * @param q the search in the address
 * @param onSearch puts the typed search into the address
 */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState({ text: q, waiting: false });
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    // The address has changed. The typed text stays when it differs only in spaces or has not been searched for yet.
    setSeen(q);
    if (!typed.waiting && typed.text.trim() !== q) setTyped({ text: q, waiting: false });
  }
  const search = useEffectEvent((text: string) => {
    setTyped({ text, waiting: false });
    if (text.trim() !== q) onSearch(text.trim());
  });
  useEffect(() => {
    if (!typed.waiting) return undefined;
    // Clearing the box shows the whole list at once.
    const timer = setTimeout(() => search(typed.text), typed.text.trim() === '' ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [typed]);
  return { text: typed.text, type: (text: string) => setTyped({ text, waiting: true }) };
}
