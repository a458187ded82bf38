import { describe, expect, it } from 'vitest';
import {
  dateTileOf,
  formatCardDate,
  formatDate,
  nameMonth,
  formatFullDate,
  formatLongDate,
  formatTime,
  formatTimeRange,
  zoneName,
} from './dates.ts';
import { calendarDayOf, formatCalendarDay, formatCalendarDayWithWeekday } from './calendar-days.ts';
import { formatForSpreadsheet } from './zoned-time.ts';

const evening = '2026-11-21T18:30:00.000Z';
const midnight = '2026-07-01T23:30:00.000Z';

describe('the web app', () => {
  it('writes dates and times in the given time zone', () => {
    expect(formatDate(evening, 'Europe/London')).toBe('Nov 21, 2026');
    expect(formatTime(evening, 'Europe/London')).toBe('6:30 PM');
    expect(formatLongDate(evening, 'Europe/London')).toBe('Saturday, Nov 21, 2026');
    expect(formatFullDate(evening, 'Europe/London')).toBe('November 21, 2026');
    expect(formatTime(evening, 'Asia/Tokyo')).toBe('3:30 AM');
    expect(formatDate(evening, 'Asia/Tokyo')).toBe('Nov 22, 2026');
  });

  it('uses daylight saving time in summer', () => {
    expect(formatDate(midnight, 'Europe/London')).toBe('Jul 2, 2026');
    expect(formatTime(midnight, 'Europe/London')).toBe('12:30 AM');
  });

  it('writes the date of an end time only if it differs from the date of the start', () => {
    expect(formatTimeRange(evening, '2026-11-21T21:00:00.000Z', 'Europe/London')).toBe('6:30 PM – 9:00 PM');
    expect(formatTimeRange(evening, '2026-11-22T01:00:00.000Z', 'Europe/London')).toBe(
      '6:30 PM – Nov 22, 2026, 1:00 AM',
    );
  });

  it('writes a date without a time, with or without the weekday', () => {
    expect(formatCardDate(evening, 'Europe/London')).toBe('Sat, Nov 21, 2026');
    const day = calendarDayOf(evening, 'Asia/Tokyo');
    expect(formatCalendarDay(day)).toBe('November 22, 2026');
    expect(formatCalendarDayWithWeekday(day)).toBe('Sunday, November 22, 2026');
  });

  it('writes a time in a form that spreadsheets can read', () => {
    expect(formatForSpreadsheet(midnight, 'Europe/London')).toBe('2026-07-02 00:30');
  });

  it('shortens each month to its usual three letters', () => {
    for (let month = 0; month < 12; month += 1) {
      const date = new Date(Date.UTC(2026, month, 15));
      const usual = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(date);
      expect(dateTileOf(date.toISOString(), 'UTC').month).toBe(usual);
    }
  });

  it('splits a date into month and day for a date tile', () => {
    expect(dateTileOf(evening, 'Europe/London')).toEqual({ month: 'Nov', day: '21' });
  });

  it('names a time zone after its city', () => {
    expect(zoneName('Europe/London')).toBe('London time');
    expect(zoneName('America/New_York')).toBe('New York time');
    expect(zoneName('UTC')).toBe('UTC');
  });
});

describe('the name of a month', () => {
  it('has the month and the year', () => {
    expect(nameMonth('2026-11')).toBe('November 2026');
  });
});
