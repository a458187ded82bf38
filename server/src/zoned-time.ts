import type { LocalTime } from '@foyer/contract/fields.ts';
import { Temporal } from 'temporal-polyfill';

/**
 * Reads a time without a time zone, such as `2026-11-21T19:30`, as local time in `timeZone`. When the clocks go
 * forward, a skipped 02:30 is 03:30. When they go back and a time comes twice, the earlier moment counts.
 */
export function readLocalTime(local: string, timeZone: string): Date {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone);
  return new Date(epochMilliseconds);
}

/** A time without a time zone is local time in the site's time zone. */
export function readTime(time: Date | LocalTime, timeZone: string): Date {
  return time instanceof Date ? time : readLocalTime(time.local, timeZone);
}

/** Returns the moment when clocks in this time zone show the local time, such as 19:30, `days` days after today. */
export function computeTimeInZone(
  today: { now: Date; timeZone: string },
  { days, time }: { days: number; time: string },
): Date {
  const here = Temporal.Instant.fromEpochMilliseconds(today.now.getTime()).toZonedDateTimeISO(today.timeZone);
  const day = here.toPlainDate().add({ days });
  return readLocalTime(`${day.toString()}T${time}`, today.timeZone);
}

/** Returns the hour, from 0 to 23, that clocks in this time zone show. */
export function readHour(now: Date, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).hour;
}

/** The first moment of the first day, and the first moment after the last. */
interface Days {
  from: Date;
  until: Date;
}

export function findToday(now: Date, timeZone: string): Days {
  return findDaysFrom({ now, timeZone }, 0, 1);
}

/** Finds Saturday and Sunday of this week. On a Sunday, these are yesterday and today. */
export function findWeekend(now: Date, timeZone: string): Days {
  const { dayOfWeek } = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  return findDaysFrom({ now, timeZone }, 6 - dayOfWeek, 2);
}

/** @param month such as `2026-12` */
export function findMonth(month: string, timeZone: string): Days {
  const following = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString();
  const midnightOf = (first: string) => readLocalTime(`${first}-01T00:00`, timeZone);
  return { from: midnightOf(month), until: midnightOf(following) };
}

function findDaysFrom(today: { now: Date; timeZone: string }, first: number, count: number): Days {
  const midnight = (days: number) => computeTimeInZone(today, { days, time: '00:00' });
  return { from: midnight(first), until: midnight(first + count) };
}
