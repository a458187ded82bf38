import { useCallback, useEffect, useRef, useState } from 'react';

/** `off` waits for a press, since the browser is going to ask; the last four each need other words. */
export type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'missing' | 'busy' | 'unsupported';

const faults: Record<string, CameraState> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/**
 * The camera on the back of a phone, or whatever there is. It starts by itself where the person has allowed it before,
 * and is let go with the page.
 */
export function useCamera() {
  const [state, setState] = useState<CameraState>('off');
  const [stream, setStream] = useState<MediaStream | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const start = useCallback(async () => {
    // Browsers show no camera to a page that came without encryption.
    if (!('mediaDevices' in navigator)) {
      setState('unsupported');
      return;
    }
    setState('starting');
    try {
      const opened = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 960 } },
      });
      // Opening takes a while, most of all where the browser asks first.
      if (isGone.current) {
        stopTracks(opened);
        return;
      }
      for (const track of opened.getTracks()) track.addEventListener('ended', () => setState('off'));
      setStream(opened);
      setState('on');
    } catch (error) {
      setState((error instanceof DOMException && faults[error.name]) || 'busy');
    }
  }, []);
  useEffect(() => {
    let over = false;
    void isAllowed().then((allowed) => {
      if (allowed && !over) void start();
    });
    return () => {
      over = true;
    };
  }, [start]);
  useEffect(() => () => stopTracks(stream), [stream]);
  return { state, stream, start: () => void start() };
}

function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Whether the browser would show the camera without asking; false where it does not tell. */
async function isAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'granted';
  } catch {
    return false;
  }
}
