import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { openQrReader } from './qr-reader.ts';

/** `off` waits for a press, since the browser is going to ask; the last four each need other words. */
export type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'missing' | 'busy' | 'unsupported';

/** Between two looks at the picture, in milliseconds: a phone stays cool and nobody waits. */
const lookEvery = 120;

const faults: Record<string, CameraState> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/**
 * The camera, and what it reads. It starts by itself where the person has allowed it before, and is let go with the
 * page.
 * @param onCode what a QR code in the picture says, at each look
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (text: string) => void) {
  const [state, setState] = useState<CameraState>('off');
  const stream = useRef<MediaStream | null>(null);
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
      const screen = video.current;
      if (!screen?.isConnected) {
        stop(opened);
        return;
      }
      stream.current = opened;
      for (const track of opened.getTracks()) track.addEventListener('ended', () => setState('off'));
      screen.srcObject = opened;
      await screen.play();
      setState('on');
    } catch (error) {
      setState((error instanceof DOMException && faults[error.name]) || 'busy');
    }
  }, [video]);
  useEffect(() => {
    let over = false;
    void isAllowed().then((allowed) => {
      if (allowed && !over) void start();
    });
    return () => {
      over = true;
      if (stream.current) stop(stream.current);
      stream.current = null;
    };
  }, [start]);
  const read = useEffectEvent(onCode);
  useEffect(() => {
    if (state !== 'on') return undefined;
    let over = false;
    const look = async () => {
      const reader = await openQrReader();
      while (!over) {
        const screen = video.current;
        if (screen && document.visibilityState === 'visible') {
          // What the system paused while the person looked at something else does not go on by itself.
          if (screen.paused) void screen.play().catch(() => undefined);
          const text = await reader(screen);
          if (text && !over) read(text);
        }
        await new Promise((resolve) => setTimeout(resolve, lookEvery));
      }
    };
    look().catch(() => setState('busy'));
    return () => {
      over = true;
    };
  }, [state, video]);
  return { state, start: () => void start() };
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Whether the browser would show the camera without asking; false where it does not tell. */
async function isAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName });
    return state === 'granted';
  } catch {
    return false;
  }
}
