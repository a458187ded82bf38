import { keepFormatters } from '@foyer/contract/text/formatters.ts';

// Server and browser must write the same text, but Intl's punctuation differs between versions. So we take only Intl's
// parts, such as month and day, and join them ourselves.
const formatterOf = keepFormatters('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  weekday: 'long',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
});

/** Writes a date as `Nov 21, 2026`. */
export function formatDate(time: string, timeZone: string): string {
  const { month, day, year } = partsOf(time, timeZone);
  return `${month} ${day}, ${year}`;
}

/** Writes a date with its weekday: `Saturday, Nov 21, 2026`. */
export function formatLongDate(time: string, timeZone: string): string {
  return `${weekdayOf(time, timeZone)}, ${formatDate(time, timeZone)}`;
}

/** Writes a date with its weekday, as narrow as possible: `Sat, Nov 21, 2026`. */
export function formatCardDate(time: string, timeZone: string): string {
  return `${weekdayOf(time, timeZone).slice(0, 3)}, ${formatDate(time, timeZone)}`;
}

/** Writes a time as `7:30 PM`. */
export function formatTime(time: string, timeZone: string): string {
  const { hour, minute, dayPeriod } = partsOf(time, timeZone);
  return `${hour}:${minute} ${dayPeriod}`;
}

/** Writes start and end as `7:30 PM – 9:00 PM`. If the end is on another day, its date is added. */
export function formatTimeRange(start: string, end: string, timeZone: string): string {
  const endDate = formatDate(end, timeZone);
  const endTime = formatTime(end, timeZone);
  const sameDay = formatDate(start, timeZone) === endDate;
  return `${formatTime(start, timeZone)} – ${sameDay ? endTime : `${endDate}, ${endTime}`}`;
}

/** Writes a date with the full month: `November 21, 2026`. */
export function formatFullDate(time: string, timeZone: string): string {
  const { longMonth, day, year } = partsOf(time, timeZone);
  return `${longMonth} ${day}, ${year}`;
}

/** Writes a month such as `2026-11` as `November 2026`. */
export function nameMonth(month: string): string {
  const { longMonth, year } = partsOf(`${month}-15T12:00:00.000Z`, 'UTC');
  return `${longMonth} ${year}`;
}

/** Returns the texts of a date tile, such as `Nov` and `21`. */
export function dateTileOf(time: string, timeZone: string): { month: string; day: string } {
  const { month, day } = partsOf(time, timeZone);
  return { month, day };
}

/** Names a time zone after its city, such as `London time`. */
export function zoneName(timeZone: string): string {
  const city = timeZone.split('/').at(-1) ?? timeZone;
  return timeZone === 'UTC' ? 'UTC' : `${city.replaceAll('_', ' ')} time`;
}

/** Returns the name of the day, such as `Saturday`. */
export function weekdayOf(time: string, timeZone: string): string {
  return partsOf(time, timeZone).weekday;
}

function partsOf(time: string, timeZone: string) {
  const parts = formatterOf(timeZone).formatToParts(new Date(time));
  const longMonth = part('month', parts);
  return {
    year: part('year', parts),
    // A second formatter for short names would take a phone 20 ms.
    month: longMonth.slice(0, 3),
    longMonth,
    day: part('day', parts),
    hour: part('hour', parts),
    minute: part('minute', parts),
    dayPeriod: part('dayPeriod', parts).toUpperCase(),
    weekday: part('weekday', parts),
  };
}

function part(type: Intl.DateTimeFormatPartTypes, parts: Intl.DateTimeFormatPart[]): string {
  return parts.find((candidate) => candidate.type === type)?.value ?? '';
}
