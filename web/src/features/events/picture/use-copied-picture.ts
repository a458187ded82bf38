import { useEffect, useRef, useState } from 'react';
import { isOwnPicture } from '../../../ui/own-picture.ts';
import type { ChosenPicture } from '../../../ui/forms/use-chosen-picture.ts';

/**
 * Gives a new event the picture of the event that it is a copy of.
 * @returns whether the picture could not be loaded. The form works without it.
 */
export function useCopiedPicture(url: string | null, picture: ChosenPicture): boolean {
  const [failed, setFailed] = useState(false);
  const copy = useRef((file: File) => picture.copy(file));
  useEffect(() => {
    if (!url || !isOwnPicture(url)) return undefined;
    const loading = new AbortController();
    void (async () => {
      const answer = await fetch(url, { signal: loading.signal }).catch(() => null);
      const content = answer?.ok ? await answer.blob().catch(() => null) : null;
      if (loading.signal.aborted) return;
      setFailed(content === null);
      if (content) copy.current(new File([content], 'picture.webp', { type: 'image/webp' }));
    })();
    return () => loading.abort();
  }, [url]);
  return failed;
}
