import { useEffect, useEffectEvent } from 'react';
import { readTicketCode } from './read-ticket-code.ts';

/** After a pause of so many milliseconds something else is being typed; scanners are far quicker, people not slower. */
const longestPause = 1000;

/** Takes codes from a scanner that types, wherever the focus is but in a field, which takes them itself. */
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
      // The scanner's Enter would press the button that has the focus.
      event.preventDefault();
      event.stopPropagation();
      typed = '';
      take(code);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}
