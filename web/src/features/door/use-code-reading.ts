import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { openQrReader } from './qr-reader.ts';

/** Between two looks at the picture, in milliseconds: a phone stays cool and nobody waits. */
const lookEvery = 120;

/**
 * Reads QR codes in what a video shows.
 * @param active whether it shows anything
 * @param onText what the code says, at each look that finds one
 * @returns whether the reader could not be had
 */
export function useCodeReading(
  video: RefObject<HTMLVideoElement | null>,
  active: boolean,
  onText: (text: string) => void,
): boolean {
  const [failed, setFailed] = useState(false);
  const read = useEffectEvent(onText);
  useEffect(() => {
    if (!active) return undefined;
    const end = new AbortController();
    const readIfWanted = (text: string) => {
      if (!end.signal.aborted) read(text);
    };
    watch(video, end.signal, readIfWanted).catch(() => setFailed(true));
    return () => end.abort();
  }, [video, active]);
  return failed;
}

async function watch(
  video: RefObject<HTMLVideoElement | null>,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<void> {
  const reader = await openQrReader();
  while (!signal.aborted) {
    const screen = video.current;
    if (screen && document.visibilityState === 'visible') {
      // What the system paused while the person looked at something else does not go on by itself.
      if (screen.paused) await screen.play().catch(() => undefined);
      const text = await reader(screen);
      if (text) onText(text);
    }
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
}
