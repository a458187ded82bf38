import { useEffect } from 'react';

/** Asks for it again after the person looked at something else, since that ends it. */
export function useScreenStaysOn(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | null = null;
    let over = false;
    const keepOn = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (over) await lock.release();
      } catch {
        // A device that saves power may refuse; the screen is then as it always is.
      }
    };
    void keepOn();
    const onVisible = () => void keepOn();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
