import { useEffect, useState } from 'react';

/** Returns the whole seconds until `until`, and 0 afterwards. Without a time, returns `Infinity`. */
export function useSecondsLeft(until: string | null): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const update = () => setLeft(secondsUntil(until));
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

function secondsUntil(time: string | null): number {
  if (time === null) return Infinity;
  return Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000));
}
