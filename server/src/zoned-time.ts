import type { LocalTime } from '@foyer/contract/fields.ts';
import { Temporal } from 'temporal-polyfill';

/**
 * The moment that clocks in the zone show such a time, as `2026-11-21T19:30`. A time that the clocks skip counts on
 * from before the jump; of a time that comes twice it is the first.
 */
export function readLocalTime(local: string, timeZone: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone);
  return new Date(epochMilliseconds);
}

/** The moment that a time in a request means: one without a zone is read in that of the site. */
export function readTime(time: Date | LocalTime, timeZone: string): Date {
  return time instanceof Date ? time : readLocalTime(time.local, timeZone);
}

/** The moment of a time such as `19:30` in the zone, that many days after today there. */
export function findTimeInZone(
  today: { now: Date; timeZone: string },
  wanted: { days: number; time: string },
): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(today.now.getTime()).toZonedDateTimeISO(today.timeZone);
  const day = here.toPlainDate().add({ days: wanted.days });
  return readLocalTime(`${day.toString()}T${wanted.time}`, today.timeZone);
}
