import { Temporal } from 'temporal-polyfill';

/** What clocks in this time zone show at that moment. */
function readClock(moment: Date, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime();
}

function toDate(clock: Temporal.PlainDateTime, timeZone: string): Date {
  return new Date(clock.toZonedDateTime(timeZone).epochMilliseconds);
}

interface Times {
  start_time: Date;
  end_time: Date;
}

/**
 * Returns when an event ends that starts at `start` and takes as long as this one by the clock, also when the clocks
 * change in between.
 */
export function findEnd({ start_time, end_time }: Times, start: Date, timeZone: string): Date {
  const length = readClock(start_time, timeZone).until(readClock(end_time, timeZone));
  const end = toDate(readClock(start, timeZone).add(length), timeZone);
  // In the night when the clocks go back, the clock may show an earlier time at the end.
  return end > start ? end : new Date(start.getTime() + end_time.getTime() - start_time.getTime());
}

/** Moves a time as far as the event was moved, by the clock. */
export function moveAlong(time: Date, event: { from: Date; to: Date }, timeZone: string): Date {
  const distance = readClock(event.from, timeZone).until(readClock(event.to, timeZone));
  return toDate(readClock(time, timeZone).add(distance), timeZone);
}

/** Returns the moment on the day of `day` when clocks show the same time as at `time`. */
export function takeTimeOfDay(time: Date, day: Date, timeZone: string): Date {
  const date = readClock(day, timeZone).toPlainDate();
  return toDate(date.toPlainDateTime(readClock(time, timeZone).toPlainTime()), timeZone);
}

/** Whether an event that stays on its day starts or ends at another time of the day. */
export function changesTimeOfDay(before: Times, after: Times, timeZone: string): boolean {
  const describe = ({ start_time, end_time }: Times) => {
    const start = readClock(start_time, timeZone);
    return `${start.toPlainTime().toString()} ${start.until(readClock(end_time, timeZone)).toString()}`;
  };
  return describe(before) !== describe(after);
}
