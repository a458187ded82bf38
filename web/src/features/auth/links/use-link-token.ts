import { useSyncExternalStore } from 'react';

/**
 * The secret of a mailed link, which stands behind the # in the address. Browsers send that part to no server and name
 * it in no referrer. Undefined on the server and until hydration; empty when the link has none.
 */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore<string | undefined>(
    subscribe,
    () => window.location.hash.slice(1),
    () => undefined,
  );
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
