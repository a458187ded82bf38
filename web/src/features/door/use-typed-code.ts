import { useEffect, useEffectEvent } from 'react';
import { readTicketCode } from './read-ticket-code.ts';

/** In milliseconds. After a longer pause between two keys a new code begins. Scanners type much faster. */
const longestPause = 1000;

/** Takes codes from a scanner that acts as a keyboard. When a field has the focus, the field gets the code. */
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
      // The Enter that the scanner sends would press the focused button.
      event.preventDefault();
      event.stopPropagation();
      typed = '';
      take(code);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
