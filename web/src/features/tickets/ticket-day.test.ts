import { expect, it } from 'vitest';
import { findDayObjection } from './ticket-day.ts';

const london = 'Europe/London';
const concert = { start_time: '2026-07-04T18:30:00.000Z', end_time: '2026-07-04T21:00:00.000Z' };
const weekend = { start_time: '2026-07-04T09:00:00.000Z', end_time: '2026-07-05T13:00:00.000Z' };
const notForToday = 'This ticket is for Jul 4, 2026, not for today';

it.each([
  ['the evening before', '2026-07-03T18:30:00Z', notForToday],
  ['a minute before midnight where the event is', '2026-07-03T22:59:00Z', notForToday],
  ['midnight where the event is', '2026-07-03T23:00:00Z', null],
  ['the hour of the event', '2026-07-04T18:30:00Z', null],
  ['the next morning', '2026-07-05T09:00:00Z', notForToday],
  ['the same day a year early', '2025-07-04T18:30:00Z', notForToday],
])('checks the day of a ticket for one evening at %s', (_when, now, objection) => {
  expect(findDayObjection(concert, Date.parse(now), london)).toBe(objection);
});

it("uses the days of the site's time zone", () => {
  const now = Date.parse('2026-07-04T16:00:00Z');
  expect(findDayObjection(concert, now, 'America/New_York')).toBeNull();
  expect(findDayObjection(concert, now, 'Pacific/Auckland')).toBeNull();
  expect(findDayObjection(concert, now - 5 * 60 * 60 * 1000, 'Pacific/Auckland')).not.toBeNull();
});

it('accepts each day of an event that lasts several days', () => {
  expect(findDayObjection(weekend, Date.parse('2026-07-05T08:00:00Z'), london)).toBeNull();
  expect(findDayObjection(weekend, Date.parse('2026-07-06T08:00:00Z'), london)).not.toBeNull();
});
