import { describe, expect, it } from 'vitest';
import { endsTooEarly, hasPassed, instantOf, wallTimeOf } from './zoned-time.ts';

describe('what a typed time means', () => {
  it.each([
    ['in winter', '2026-11-21T19:30', 'Europe/London', '2026-11-21T19:30:00.000Z'],
    ['in summer', '2027-07-03T19:30', 'Europe/London', '2027-07-03T18:30:00.000Z'],
    ['just before the clocks go forward', '2027-03-28T00:59', 'Europe/London', '2027-03-28T00:59:00.000Z'],
    ['just after the clocks went forward', '2027-03-28T02:00', 'Europe/London', '2027-03-28T01:00:00.000Z'],
    ['in the hour that is skipped', '2027-03-28T01:30', 'Europe/London', '2027-03-28T01:30:00.000Z'],
    ['before the hour that comes twice', '2026-10-25T00:59', 'Europe/London', '2026-10-24T23:59:00.000Z'],
    ['in the hour that comes twice', '2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00.000Z'],
    ['after the hour that comes twice', '2026-10-25T02:00', 'Europe/London', '2026-10-25T02:00:00.000Z'],
    ['west of Greenwich', '2026-11-21T19:30', 'America/New_York', '2026-11-22T00:30:00.000Z'],
    [
      'west, just after the clocks went back',
      '2026-11-01T02:00',
      'America/New_York',
      '2026-11-01T07:00:00.000Z',
    ],
    [
      'where the clocks jump by half an hour',
      '2026-10-04T02:15',
      'Australia/Lord_Howe',
      '2026-10-03T15:45:00.000Z',
    ],
    ['in a zone of half hours', '2026-11-21T19:30', 'Asia/Kolkata', '2026-11-21T14:00:00.000Z'],
    ['with seconds', '2026-11-21T19:30:15', 'UTC', '2026-11-21T19:30:15.000Z'],
  ])('%s', (_, typed, zone, instant) => {
    expect(instantOf(typed, zone)).toBe(instant);
  });

  it.each(['', '2026-11-21T', '2026-13-01T10:00', 'tomorrow'])('is nothing for %j', (typed) => {
    expect(instantOf(typed, 'Europe/London')).toBeNull();
  });
});

describe('how an instant is shown in the input', () => {
  it.each([
    ['2026-11-21T19:30:00.000Z', 'Europe/London', '2026-11-21T19:30'],
    ['2027-07-03T18:30:00.000Z', 'Europe/London', '2027-07-03T19:30'],
    ['2026-10-25T00:30:00.000Z', 'Europe/London', '2026-10-25T01:30'],
    ['2026-10-25T01:30:00.000Z', 'Europe/London', '2026-10-25T01:30'],
    ['2026-11-22T00:30:00.000Z', 'America/New_York', '2026-11-21T19:30'],
    ['2026-12-31T23:59:59.999Z', 'Pacific/Kiritimati', '2027-01-01T13:59'],
  ])('%s in %s is %s', (instant, zone, wallTime) => {
    expect(wallTimeOf(instant, zone)).toBe(wallTime);
  });

  it('goes back and forth unchanged through the month in which the clocks go back', () => {
    for (let hour = 0; hour < 31 * 24; hour += 1) {
      const instant = new Date(Date.UTC(2026, 9, 10, hour)).toISOString();
      const wallTime = wallTimeOf(instant, 'Europe/London');
      // The second of the two hours between one and two at night cannot be typed.
      if (instant === '2026-10-25T01:00:00.000Z') continue;
      expect(instantOf(wallTime, 'Europe/London')).toBe(instant);
    }
  });
});

describe('an end that comes too early', () => {
  it.each([
    ['2026-11-21T19:30', '2026-11-21T19:29', true],
    ['2026-11-21T19:30', '2026-11-21T19:30', true],
    ['2026-11-21T19:30', '2026-11-21T19:31', false],
    ['2026-11-21T19:30', '', false],
    ['', '2026-11-21T19:30', false],
    ['2026-11-21T19:30', '0202-11-21T19:30', false],
  ])('from %s to %s: %s', (start, end, tooEarly) => {
    expect(endsTooEarly(start, end, 'Europe/London')).toBe(tooEarly);
  });

  it('is measured in instants: half past one to two, in the night of the skipped hour, is no time at all', () => {
    expect(endsTooEarly('2027-03-28T01:30', '2027-03-28T02:15', 'Europe/London')).toBe(true);
  });
});

it('a time has passed once its instant has, in the zone of the site', () => {
  const now = Date.parse('2026-07-01T18:00:00Z');
  expect(hasPassed(now, '2026-07-01T19:00', 'Europe/London')).toBe(true);
  expect(hasPassed(now, '2026-07-01T19:01', 'Europe/London')).toBe(false);
  expect(hasPassed(now, '', 'Europe/London')).toBe(false);
  expect(hasPassed(now, '0202-07-01T19:00', 'Europe/London')).toBe(false);
});
