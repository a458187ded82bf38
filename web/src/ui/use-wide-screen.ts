import { useSyncExternalStore } from 'react';

const query = '(min-width: 768px)';

/** Whether the screen is wide enough for a sidebar beside the content. The server always returns false. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
