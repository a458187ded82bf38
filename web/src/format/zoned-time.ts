import { tzOffset } from '@date-fns/tz/tzOffset';

// A wall-clock time is the time on a clock in the site's time zone, as a `datetime-local` input holds it:
// `2026-11-21T19:30`. `TZDate` is of no use here: in the hour that comes twice in autumn, its result depends on the
// browser's zone.
const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * Returns the instant of a wall-clock time as ISO 8601 in UTC, or null when the text is no time. In spring, a skipped
 * 1:30 means 2:30. In autumn, a time in the hour that comes twice means the first of the two.
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

/** Returns the wall-clock time of an instant, without seconds. */
export function wallTimeOf(instant: string, timeZone: string): string {
  const time = Date.parse(instant);
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 16);
}

/** Adds minutes to a wall-clock time. Null while the year is not typed in full. */
export function addMinutes(wallTime: string, minutes: number): string | null {
  const asUtc = hasFullYear(wallTime) ? Date.parse(`${wallTime}Z`) : Number.NaN;
  return Number.isNaN(asUtc) ? null : new Date(asUtc + minutes * minute).toISOString().slice(0, 16);
}

/** Writes a time as `2026-11-21 19:30`, which spreadsheets can read and sort. */
export function formatForSpreadsheet(instant: string, timeZone: string): string {
  return wallTimeOf(instant, timeZone).replace('T', ' ');
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

/** Whether the year is typed in full. While somebody types 2026, the input holds 0002, then 0020, then 0202. */
function hasFullYear(wallTime: string): boolean {
  return /^[1-9]\d{3}-/.test(wallTime);
}

/**
 * Returns by how many milliseconds the zone's clocks are ahead of UTC.
 * @param time milliseconds since 1970
 */
function offsetAt(time: number, timeZone: string): number {
  return tzOffset(timeZone, new Date(time)) * minute;
}
