import { useEffect, useRef } from 'react';
import { isOwnPicture } from '../../../ui/own-picture.ts';
import type { EventPicture } from './use-event-picture.ts';

/** Chooses the picture of the copied event as if the user had chosen its file. Without it, the form works too. */
export function useCopiedPicture(url: string | null, picture: EventPicture): void {
  const choose = useRef((file: File) => picture.choose(file));
  useEffect(() => {
    if (!url || !isOwnPicture(url)) return undefined;
    const loading = new AbortController();
    void (async () => {
      const answer = await fetch(url, { signal: loading.signal }).catch(() => null);
      const content = answer?.ok ? await answer.blob().catch(() => null) : null;
      if (content && !loading.signal.aborted) {
        choose.current(new File([content], 'picture.webp', { type: 'image/webp' }));
      }
    })();
    return () => loading.abort();
  }, [url]);
}
