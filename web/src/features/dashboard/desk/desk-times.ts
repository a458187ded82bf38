import { calendarDayOf } from '../../../format/calendar-days.ts';

const hour = 3600 * 1000;
const day = 24 * hour;

/** How long before its start people prepare the door of an event. */
const doorHours = 12;

interface Times {
  start_time: string;
  end_time: string;
}

/**
 * Whether the team now checks people in: from 12 hours before the start until the end.
 * @param now milliseconds since 1970
 */
export function isDoorTime({ start_time, end_time }: Times, now: number): boolean {
  return now >= Date.parse(start_time) - doorHours * hour && now < Date.parse(end_time);
}

/**
 * Counts the calendar days until the event starts, in the site's time zone: 1 is tomorrow. 0 while the event is running.
 * @param now milliseconds since 1970
 */
export function countDaysToGo(
  { start_time }: Pick<Times, 'start_time'>,
  now: number,
  timeZone: string,
): number {
  const today = calendarDayOf(new Date(now).toISOString(), timeZone);
  const start = calendarDayOf(start_time, timeZone);
  // A day on which the clocks change has 23 or 25 hours, so round.
  return Math.max(0, Math.round((start.getTime() - today.getTime()) / day));
}
