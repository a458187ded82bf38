import { useEffect, useEffectEvent, useState } from 'react';

/** How long the text is still before it is searched for, in milliseconds. */
const searchDelay = 300;

/**
 * The text of a search box whose search is in the address.
 * @param q what the address says
 * @param onSearch puts what was typed into the address
 */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState({ text: q, waiting: false });
  const [seen, setSeen] = useState(q);
  if (q !== seen) {
    // The address has moved. What is typed stays where it says the same in other spaces, or has yet to be said.
    setSeen(q);
    if (!typed.waiting && typed.text.trim() !== q) setTyped({ text: q, waiting: false });
  }
  const search = useEffectEvent((text: string) => {
    setTyped({ text, waiting: false });
    if (text.trim() !== q) onSearch(text.trim());
  });
  useEffect(() => {
    if (!typed.waiting) return undefined;
    // Clearing the box brings the whole list back at once.
    const timer = setTimeout(() => search(typed.text), typed.text.trim() === '' ? 0 : searchDelay);
    return () => clearTimeout(timer);
  }, [typed]);
  return { text: typed.text, type: (text: string) => setTyped({ text, waiting: true }) };
}
