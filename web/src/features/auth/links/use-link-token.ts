import { useSyncExternalStore } from 'react';

/**
 * The secret of a mailed link, which follows the # in the web address, because browsers send nothing after the # to
 * servers. The secret is undefined until hydration, and empty when the link has no secret.
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
