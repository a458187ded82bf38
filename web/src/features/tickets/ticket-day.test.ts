import { expect, it } from 'vitest';
import { isForAnotherDay } from './ticket-day.ts';

const london = 'Europe/London';
const concert = { start_time: '2026-07-04T18:30:00.000Z', end_time: '2026-07-04T21:00:00.000Z' };
const weekend = { start_time: '2026-07-04T09:00:00.000Z', end_time: '2026-07-05T13:00:00.000Z' };

it.each([
  ['the evening before', '2026-07-03T18:30:00Z', true],
  ['a minute before midnight where the event is', '2026-07-03T22:59:00Z', true],
  ['midnight where the event is', '2026-07-03T23:00:00Z', false],
  ['the hour of the event', '2026-07-04T18:30:00Z', false],
  ['the next morning', '2026-07-05T09:00:00Z', true],
  ['the same day a year early', '2025-07-04T18:30:00Z', true],
])('a ticket for one evening, at %s', (_when, now, other) => {
  expect(isForAnotherDay(concert, Date.parse(now), london)).toBe(other);
});

it("goes by the site's days, not by those of Greenwich", () => {
  const now = Date.parse('2026-07-04T16:00:00Z');
  expect(isForAnotherDay(concert, now, 'America/New_York')).toBe(false);
  expect(isForAnotherDay(concert, now, 'Pacific/Auckland')).toBe(false);
  expect(isForAnotherDay(concert, now - 5 * 60 * 60 * 1000, 'Pacific/Auckland')).toBe(true);
});

it('an event of several days is on each of them', () => {
  expect(isForAnotherDay(weekend, Date.parse('2026-07-05T08:00:00Z'), london)).toBe(false);
  expect(isForAnotherDay(weekend, Date.parse('2026-07-06T08:00:00Z'), london)).toBe(true);
});
