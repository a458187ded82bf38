import { calendarDayOf } from '../../format/calendar-days.ts';
import type { MyRegistration } from '../registrations/registrations.api.ts';

type Timed = Pick<MyRegistration, 'start_time'>;

/**
 * Splits registrations into two lists: those of events that have not started, soonest first, and all others, latest
 * first.
 * @param now milliseconds since 1970
 */
export function splitByStart<T extends Timed>(registrations: readonly T[], now: number) {
  const bySoonest = registrations.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  return {
    upcoming: bySoonest.filter(({ start_time }) => Date.parse(start_time) > now),
    past: bySoonest.filter(({ start_time }) => Date.parse(start_time) <= now).toReversed(),
  };
}

/** The registrations whose event starts on a calendar day, soonest first. */
export function listOnDay<T extends Timed>(registrations: readonly T[], day: Date, timeZone: string): T[] {
  return registrations
    .filter(({ start_time }) => calendarDayOf(start_time, timeZone).getTime() === day.getTime())
    .toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
}
