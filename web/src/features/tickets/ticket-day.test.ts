import { describe, expect, it } from 'vitest';
import { findDayObjection } from './ticket-day.ts';

const london = 'Europe/London';
const concert = { start_time: '2026-07-04T18:30:00.000Z', end_time: '2026-07-04T21:00:00.000Z' };
const weekend = { start_time: '2026-07-04T09:00:00.000Z', end_time: '2026-07-05T13:00:00.000Z' };
const notForToday = 'This ticket is for Jul 4, 2026, not for today';

describe('a ticket for an event on July 4', () => {
  it.each([
    ['on the evening before the event', '2026-07-03T18:30:00Z'],
    ['one minute before the day of the event begins in London', '2026-07-03T22:59:00Z'],
    ['on the morning after the event', '2026-07-05T09:00:00Z'],
    ['a year before the event', '2025-07-04T18:30:00Z'],
  ])('is “not for today” %s', (_when, now) => {
    expect(findDayObjection(concert, Date.parse(now), london)).toBe(notForToday);
  });

  it.each([
    ['when the day of the event begins in London', '2026-07-03T23:00:00Z'],
    ['when the event starts', '2026-07-04T18:30:00Z'],
  ])('is for today %s', (_when, now) => {
    expect(findDayObjection(concert, Date.parse(now), london)).toBeNull();
  });
});

describe('the day at the door', () => {
  it("is the date in the site's time zone", () => {
    const now = Date.parse('2026-07-04T16:00:00Z');
    expect(findDayObjection(concert, now, 'America/New_York')).toBeNull();
    expect(findDayObjection(concert, now, 'Pacific/Auckland')).toBeNull();
    expect(findDayObjection(concert, now - 5 * 60 * 60 * 1000, 'Pacific/Auckland')).not.toBeNull();
  });
});

describe('a ticket for an event of several days', () => {
  it('is for today on each of those days', () => {
    expect(findDayObjection(weekend, Date.parse('2026-07-05T08:00:00Z'), london)).toBeNull();
    expect(findDayObjection(weekend, Date.parse('2026-07-06T08:00:00Z'), london)).not.toBeNull();
  });
});
