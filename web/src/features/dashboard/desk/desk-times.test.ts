import { describe, expect, it } from 'vitest';
import { countDaysToGo, isDoorTime } from './desk-times.ts';

const event = { start_time: '2026-11-21T19:30:00.000Z', end_time: '2026-11-21T22:00:00.000Z' };

describe('the time of the door', () => {
  it.each([
    ['2026-11-21T07:29:00.000Z', false],
    ['2026-11-21T07:30:00.000Z', true],
    ['2026-11-21T21:59:00.000Z', true],
    ['2026-11-21T22:00:00.000Z', false],
  ])('is from 12 hours before the start until the end: %s is %s', (now, isOpen) => {
    expect(isDoorTime(event, Date.parse(now))).toBe(isOpen);
  });
});

describe('the days to go', () => {
  it.each([
    ['2026-11-20T23:59:00.000Z', 'Europe/London', 1],
    ['2026-11-21T00:00:00.000Z', 'Europe/London', 0],
    ['2026-11-21T20:00:00.000Z', 'Europe/London', 0],
    ['2026-11-20T16:00:00.000Z', 'Asia/Tokyo', 1],
    ['2026-03-21T12:00:00.000Z', 'Europe/London', 245],
  ])('are counted in the calendar of the site: %s in %s are %i', (now, timeZone, days) => {
    expect(countDaysToGo(event, Date.parse(now), timeZone)).toBe(days);
  });
});
