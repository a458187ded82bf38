import { calendarDayOf } from '../../format/calendar-days.ts';
import { formatDate } from '../../format/dates.ts';
import type { Ticket } from './tickets.api.ts';

/**
 * Says that a ticket is for another day, in the site's time zone.
 * @param now milliseconds since 1970
 * @returns a sentence without its full stop; null when the event is today
 */
export function findDayObjection(
  { start_time, end_time }: Pick<Ticket, 'start_time' | 'end_time'>,
  now: number,
  timeZone: string,
): string | null {
  const today = calendarDayOf(new Date(now).toISOString(), timeZone);
  return today < calendarDayOf(start_time, timeZone) || today > calendarDayOf(end_time, timeZone)
    ? `This ticket is for ${formatDate(start_time, timeZone)}, not for today`
    : null;
}
