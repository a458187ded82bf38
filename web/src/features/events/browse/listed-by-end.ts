import { isOnNow, type Times } from '../on-now.ts';

const dayMs = 24 * 3600 * 1000;

/**
 * Whether an event that is running stands at its end in lists by date, as the server sorts them, and not at its start.
 * @param now milliseconds since 1970
 */
export function isListedByEnd(times: Times, now: number): boolean {
  return isOnNow(times, now) && Date.parse(times.start_time) < now - dayMs;
}
