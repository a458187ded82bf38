import { useEffect } from 'react';

/**
 * Keeps the device's screen on while the component is mounted. When the user switches to another app, the
 * browser lets the screen turn off again. So this hook asks the browser again when the user is back.
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
