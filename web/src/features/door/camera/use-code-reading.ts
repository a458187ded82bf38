import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { openQrReader } from './qr-reader.ts';

/** Time between two readings, in milliseconds: quick enough for a queue, slow enough to keep a phone cool. */
const readEvery = 120;

/**
 * Reads QR codes from a video.
 * @param active whether the video shows the camera's picture
 * @param onText gets the text of the code after each reading that finds one
 * @returns whether the reader failed to load
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
      // The phone pauses the video when the user switches to another app. Start it again when the user is back.
      if (screen.paused) await screen.play().catch(() => undefined);
      const text = await reader(screen);
      if (text) onText(text);
    }
    await new Promise((resolve) => setTimeout(resolve, readEvery));
  }
}
