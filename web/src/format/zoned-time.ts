// Wall-clock times as `datetime-local` inputs have them, `2026-11-21T19:30`, and the instants that they mean in
// the site's zone: the browser's own zone does not matter.
const formatters = new Map<string, Intl.DateTimeFormat>();
const day = 86_400_000;

/**
 * The instant of a wall-clock time, as ISO 8601 in UTC; null for what is no time. An hour that the clocks skip
 * counts on from before the jump, and of an hour that comes twice it is the first.
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

/** Whether both times are typed in full and the end does not come after the start. */
export function endsTooEarly(start: string, end: string, timeZone: string): boolean {
  const from = isWholeYear(start) && instantOf(start, timeZone);
  const to = isWholeYear(end) && instantOf(end, timeZone);
  return Boolean(from && to && to <= from);
}

/**
 * Whether the time is typed in full and has passed.
 * @param now milliseconds since 1970
 */
export function hasPassed(now: number, wallTime: string, timeZone: string): boolean {
  const time = isWholeYear(wallTime) && instantOf(wallTime, timeZone);
  return Boolean(time && Date.parse(time) <= now);
}

/** A year that is being typed reads as 0002, 0020, 0202. */
function isWholeYear(wallTime: string): boolean {
  return /^[1-9]\d{3}-/.test(wallTime);
}

/** How far the zone's clocks are ahead of UTC at an instant; both in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
  const wall = new Date(0);
  wall.setUTCFullYear(year, month - 1, date);
  wall.setUTCHours(hour, minute, second);
  return wall.getTime() - Math.floor(time / 1000) * 1000;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}
