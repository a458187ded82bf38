import { wallTimeOf } from '../../../format/zoned-time.ts';
import { isListedByEnd } from '../browse/listed-by-end.ts';
import type { Times } from '../on-now.ts';

export function dayOf(time: string, timeZone: string): string {
  return wallTimeOf(time, timeZone).slice(0, 10);
}

/**
 * Finds the first day of which events may be missing, because the month has more than were loaded. Null if none is
 * missing.
 * @param events in the order of the list
 * @param asOf when they were read, in milliseconds since 1970
 */
export function findFirstCut(
  { events, total }: { events: readonly Times[]; total: number },
  asOf: number,
  timeZone: string,
): string | null {
  const last = events.at(-1);
  if (!last || total <= events.length) return null;
  return dayOf(isListedByEnd(last, asOf) ? last.end_time : last.start_time, timeZone);
}
