import { useEffect, useEffectEvent } from 'react';
import { readTicketCode } from './read-ticket-code.ts';

/** The longest pause between two keys of one code, in milliseconds. After a longer pause, a new code begins. */
const longestPause = 1000;

/** Receives codes from a scanner that acts as a keyboard. Ignores keys while an input field has the focus. */
export function useTypedCode(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode);
  useEffect(() => {
    let typed = '';
    let typedAt = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const now = performance.now();
      if (now - typedAt > longestPause || event.target instanceof HTMLInputElement) typed = '';
      typedAt = now;
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) typed += event.key;
      const code = event.key === 'Enter' ? readTicketCode(typed) : null;
      if (!code) return;
      // The scanner ends each code with Enter. Stop this Enter here, because otherwise Enter would also press
      // the focused button.
      event.preventDefault();
      event.stopPropagation();
      typed = '';
      take(code);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
