import { expect, it } from 'vitest';
import { dateTileOf, formatDate, formatLongDate, formatTime, formatTimeRange, zoneName } from './dates.ts';

const evening = '2026-11-21T18:30:00.000Z';
const midnight = '2026-07-01T23:30:00.000Z';

it('dates and times are those of the zone', () => {
  expect(formatDate(evening, 'Europe/London')).toBe('Nov 21, 2026');
  expect(formatTime(evening, 'Europe/London')).toBe('6:30 PM');
  expect(formatLongDate(evening, 'Europe/London')).toBe('Saturday, Nov 21, 2026');
  expect(formatTime(evening, 'Asia/Tokyo')).toBe('3:30 AM');
  expect(formatDate(evening, 'Asia/Tokyo')).toBe('Nov 22, 2026');
});

it('summer time counts', () => {
  expect(formatDate(midnight, 'Europe/London')).toBe('Jul 2, 2026');
  expect(formatTime(midnight, 'Europe/London')).toBe('12:30 AM');
});

it('a range names the end’s date only when it is another day', () => {
  expect(formatTimeRange(evening, '2026-11-21T21:00:00.000Z', 'Europe/London')).toBe('6:30 PM – 9:00 PM');
  expect(formatTimeRange(evening, '2026-11-22T01:00:00.000Z', 'Europe/London')).toBe(
    '6:30 PM – Nov 22, 2026, 1:00 AM',
  );
});

it('a date tile has month and day', () => {
  expect(dateTileOf(evening, 'Europe/London')).toEqual({ month: 'Nov', day: '21' });
});

it('zones are named for people', () => {
  expect(zoneName('Europe/London')).toBe('London time');
  expect(zoneName('America/New_York')).toBe('New York time');
  expect(zoneName('UTC')).toBe('UTC');
});
