import { wallTimeOf } from '../../../format/zoned-time.ts';

export function dayOf(time: string, timeZone: string): string {
  return wallTimeOf(time, timeZone).slice(0, 10);
}

/**
 * Finds the first day of which events may be missing, because the month has more than were loaded. Null if none is
 * missing.
 * @param events soonest first
 */
export function findFirstCut(
  { events, total }: { events: readonly { start_time: string }[]; total: number },
  timeZone: string,
): string | null {
  const last = events.at(-1);
  return last && total > events.length ? dayOf(last.start_time, timeZone) : null;
}
