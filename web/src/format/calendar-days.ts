import { formatFullDate, weekdayOf } from './dates.ts';
import { wallTimeOf } from './zoned-time.ts';

// Apart from the other dates, because public pages show no month calendar and need no offsets of time zones.

/**
 * The day of an instant in the given time zone. The result is midnight in the browser's own zone, because the month
 * calendar reads its dates in the browser's zone.
 */
export function calendarDayOf(instant: string, timeZone: string): Date {
  return new Date(`${wallTimeOf(instant, timeZone).slice(0, 10)}T00:00`);
}

/** Writes a day from `calendarDayOf` as `November 21, 2026`. */
export function formatCalendarDay(day: Date): string {
  return formatFullDate(day.toISOString(), localZone());
}

/** Writes a day from `calendarDayOf` as `Saturday, November 21, 2026`. */
export function formatCalendarDayWithWeekday(day: Date): string {
  return `${weekdayOf(day.toISOString(), localZone())}, ${formatCalendarDay(day)}`;
}

function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
