import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Whether the camera runs, and if not, why. The user can start a camera that is `off` with a button. The page
 * starts the camera by itself only if the user has allowed it before.
 */
export type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'missing' | 'busy' | 'unsupported';

const faults: Record<string, CameraState> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/**
 * Opens the camera; on phones, the one on the back. The camera starts by itself if the user has allowed it before, and
 * stops when the component unmounts.
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
    // Without HTTPS, browsers give pages no access to the camera, and `mediaDevices` is missing.
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
      // Stop the camera if the user has left the page before the camera was open. Otherwise the camera would stay on.
      if (isGone.current) {
        stopTracks(opened);
        return;
      }
      for (const track of opened.getTracks()) track.addEventListener('ended', () => setState('off'));
      rememberCamera();
      setStream(opened);
      setState('on');
    } catch (error) {
      setState((error instanceof DOMException && faults[error.name]) || 'busy');
    }
  }, []);
  useEffect(() => {
    let isOver = false;
    void mayStart().then((allowed) => {
      if (allowed && !isOver) void start();
    });
    return () => {
      isOver = true;
    };
  }, [start]);
  useEffect(() => () => stopTracks(stream), [stream]);
  return { state, stream, start: () => void start() };
}

function stopTracks(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

const storedName = 'door_camera';

function rememberCamera(): void {
  try {
    localStorage.setItem(storedName, 'used');
  } catch {
    // The storage is forbidden, so the user presses the button at each visit.
  }
}

/**
 * Whether the camera may start by itself: if the browser would not ask the user, or if the browser does not say that and
 * the user has started the camera on this device before.
 */
async function mayStart(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'granted';
  } catch {
    return readRemembered();
  }
}

function readRemembered(): boolean {
  try {
    return localStorage.getItem(storedName) !== null;
  } catch {
    return false;
  }
}
