import { wallTimeOf } from './zoned-time.ts';

// Built from parts, since the separators that Intl puts between them differ from one ICU version to the next and
// the server's words must be the browser's.
const formatters = new Map<string, Intl.DateTimeFormat>();

/** `Nov 21, 2026` */
export function formatDate(time: string, timeZone: string): string {
  const { month, day, year } = partsOf(time, timeZone);
  return `${month} ${day}, ${year}`;
}

/** `Saturday, Nov 21, 2026`, for places with room. */
export function formatLongDate(time: string, timeZone: string): string {
  return `${partsOf(time, timeZone).weekday}, ${formatDate(time, timeZone)}`;
}

/** `7:30 PM` */
export function formatTime(time: string, timeZone: string): string {
  const { hour, minute, dayPeriod } = partsOf(time, timeZone);
  return `${hour}:${minute} ${dayPeriod}`;
}

/** Start and end; the end's date is named when it is another day. */
export function formatTimeRange(start: string, end: string, timeZone: string): string {
  const endDate = formatDate(end, timeZone);
  const endTime = formatTime(end, timeZone);
  const sameDay = formatDate(start, timeZone) === endDate;
  return `${formatTime(start, timeZone)} – ${sameDay ? endTime : `${endDate}, ${endTime}`}`;
}

export function dateTileOf(time: string, timeZone: string): { month: string; day: string } {
  const { month, day } = partsOf(time, timeZone);
  return { month, day };
}

/** `London time` */
export function zoneName(timeZone: string): string {
  const city = timeZone.split('/').at(-1) ?? timeZone;
  return timeZone === 'UTC' ? 'UTC' : `${city.replaceAll('_', ' ')} time`;
}

/** The calendar day that an instant falls on in the zone, as a local midnight: what calendars work with. */
export function calendarDayOf(instant: string, timeZone: string): Date {
  return new Date(`${wallTimeOf(instant, timeZone).slice(0, 10)}T00:00`);
}

function partsOf(time: string, timeZone: string) {
  const date = new Date(time);
  const short = formatterOf(timeZone, 'short').formatToParts(date);
  const long = formatterOf(timeZone, 'long').formatToParts(date);
  return {
    year: part('year', short),
    month: part('month', short),
    day: part('day', short),
    hour: part('hour', short),
    minute: part('minute', short),
    dayPeriod: part('dayPeriod', short).toUpperCase(),
    weekday: part('weekday', long),
  };
}

function part(type: Intl.DateTimeFormatPartTypes, parts: Intl.DateTimeFormatPart[]): string {
  return parts.find((candidate) => candidate.type === type)?.value ?? '';
}

function formatterOf(timeZone: string, length: 'short' | 'long'): Intl.DateTimeFormat {
  const key = `${length} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: length,
    day: 'numeric',
    weekday: length,
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });
  formatters.set(key, made);
  return made;
}
