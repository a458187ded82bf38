import { tzOffset } from '@date-fns/tz/tzOffset';

// A wall-clock time is what a `datetime-local` input holds, such as `2026-11-21T19:30`: a time in the site's zone.
// The browser's own zone does not matter. That is why `TZDate` is not used here: which of the two hours of an autumn
// night it means depends on the zone that the program runs in.
const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The instant of a wall-clock time, as ISO 8601 in UTC, or null when the text is not a time. A time in the hour that
 * the clocks skip is counted from before the jump. A time in the hour that comes twice means the first of the two.
 */
export function instantOf(wallTime: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${wallTime}Z`);
  if (Number.isNaN(asUtc)) return null;
  const before = offsetAt(asUtc - day, timeZone);
  const after = offsetAt(asUtc + day, timeZone);
  const first = asUtc - before;
  const second = asUtc - after;
  const isSecond = offsetAt(first, timeZone) !== before && offsetAt(second, timeZone) === after;
  return new Date(isSecond ? second : first).toISOString();
}

/** The wall-clock time of an instant, to the minute. */
export function wallTimeOf(instant: string, timeZone: string): string {
  const time = Date.parse(instant);
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 16);
}

/** Whether both times are typed in full and the end is not after the start. */
export function endsTooEarly(start: string, end: string, timeZone: string): boolean {
  const from = hasFullYear(start) && instantOf(start, timeZone);
  const to = hasFullYear(end) && instantOf(end, timeZone);
  return Boolean(from && to && to <= from);
}

/**
 * Whether the time is typed in full and has passed.
 * @param now milliseconds since 1970
 */
export function hasPassed(now: number, wallTime: string, timeZone: string): boolean {
  const time = hasFullYear(wallTime) && instantOf(wallTime, timeZone);
  return Boolean(time && Date.parse(time) <= now);
}

/** While a year is typed, the input reads 0002, then 0020, then 0202. */
function hasFullYear(wallTime: string): boolean {
  return /^[1-9]\d{3}-/.test(wallTime);
}

/** How far the zone's clocks are ahead of UTC at an instant; both in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  return tzOffset(timeZone, new Date(time)) * minute;
}
