import { calendarDayOf, formatDate } from '../../format/dates.ts';
import type { Ticket } from './tickets.api.ts';

/**
 * Checks whether a ticket's event is today, in the site's time zone. If it is not, the page asks the staff what to do.
 * @param now milliseconds since 1970
 * @returns the reason as a sentence without its full stop; null when the ticket is for today
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
