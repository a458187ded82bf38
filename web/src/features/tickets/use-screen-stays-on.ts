import { useEffect } from 'react';

/**
 * Keeps the device's screen on while the component is mounted. Asks the browser again when the user comes back from
 * another app, because the browser has let the screen turn off.
 */
export function useScreenStaysOn(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const keepOn = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // A device in power saving mode may refuse. The screen then turns off as usual.
      }
    };
    void keepOn();
    const onVisible = () => void keepOn();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
