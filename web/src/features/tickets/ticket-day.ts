import { calendarDayOf } from '../registrations/registration-times.ts';
import type { Ticket } from './tickets.api.ts';

/**
 * Whether today, in the site's zone, is none of the days of the ticket's event.
 * @param now milliseconds since 1970
 */
export function isForAnotherDay(
  { start_time, end_time }: Pick<Ticket, 'start_time' | 'end_time'>,
  now: number,
  timeZone: string,
): boolean {
  const today = calendarDayOf(new Date(now).toISOString(), timeZone);
  return today < calendarDayOf(start_time, timeZone) || today > calendarDayOf(end_time, timeZone);
}
