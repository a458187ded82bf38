import { describe, expect, it } from 'vitest';
import { addMinutes, endsTooEarly, hasPassed, instantOf, wallTimeOf } from './zoned-time.ts';

describe('instantOf', () => {
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
      'west of Greenwich, in the hour that comes twice',
      '2026-11-01T01:30',
      'America/New_York',
      '2026-11-01T05:30:00.000Z',
    ],
    [
      'west of Greenwich, just after the clocks went back',
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
    ['in a zone with half hours', '2026-11-21T19:30', 'Asia/Kolkata', '2026-11-21T14:00:00.000Z'],
    ['with seconds', '2026-11-21T19:30:15', 'UTC', '2026-11-21T19:30:15.000Z'],
  ])('returns the instant of a time %s', (_, typed, zone, instant) => {
    expect(instantOf(typed, zone)).toBe(instant);
  });

  it.each(['', '2026-11-21T', '2026-13-01T10:00', 'tomorrow'])('returns null for %j', (typed) => {
    expect(instantOf(typed, 'Europe/London')).toBeNull();
  });
});

describe('wallTimeOf', () => {
  it.each([
    ['2026-11-21T19:30:00.000Z', 'Europe/London', '2026-11-21T19:30'],
    ['2027-07-03T18:30:00.000Z', 'Europe/London', '2027-07-03T19:30'],
    ['2026-10-25T00:30:00.000Z', 'Europe/London', '2026-10-25T01:30'],
    ['2026-10-25T01:30:00.000Z', 'Europe/London', '2026-10-25T01:30'],
    ['2026-11-22T00:30:00.000Z', 'America/New_York', '2026-11-21T19:30'],
    ['2026-12-31T23:59:59.999Z', 'Pacific/Kiritimati', '2027-01-01T13:59'],
  ])('shows %s in %s as %s', (instant, zone, wallTime) => {
    expect(wallTimeOf(instant, zone)).toBe(wallTime);
  });

  it('is the reverse of instantOf, also when the clocks go back', () => {
    for (let hour = 0; hour < 31 * 24; hour += 1) {
      const instant = new Date(Date.UTC(2026, 9, 10, hour)).toISOString();
      const wallTime = wallTimeOf(instant, 'Europe/London');
      // In that night, the hour from one to two comes twice, and 1:00 means the first. So an instant in the second
      // hour cannot be read back.
      if (instant === '2026-10-25T01:00:00.000Z') continue;
      expect(instantOf(wallTime, 'Europe/London')).toBe(instant);
    }
  });
});

describe('endsTooEarly', () => {
  it.each([
    ['2026-11-21T19:30', '2026-11-21T19:29', true],
    ['2026-11-21T19:30', '2026-11-21T19:30', true],
    ['2026-11-21T19:30', '2026-11-21T19:31', false],
    ['2026-11-21T19:30', '', false],
    ['', '2026-11-21T19:30', false],
    ['2026-11-21T19:30', '0202-11-21T19:30', false],
  ])('for the start %j and the end %j returns %s', (start, end, tooEarly) => {
    expect(endsTooEarly(start, end, 'Europe/London')).toBe(tooEarly);
  });

  it('returns true for 1:30 to 2:15 when the clocks go forward, because 1:30 then means 2:30', () => {
    expect(endsTooEarly('2027-03-28T01:30', '2027-03-28T02:15', 'Europe/London')).toBe(true);
  });
});

describe('hasPassed', () => {
  it('reads the typed time in the time zone of the site', () => {
    const now = Date.parse('2026-07-01T18:00:00Z');
    expect(hasPassed(now, '2026-07-01T19:00', 'Europe/London')).toBe(true);
    expect(hasPassed(now, '2026-07-01T19:01', 'Europe/London')).toBe(false);
  });

  it('returns false for a time that is not typed in full', () => {
    const now = Date.parse('2026-07-01T18:00:00Z');
    expect(hasPassed(now, '', 'Europe/London')).toBe(false);
    expect(hasPassed(now, '0202-07-01T19:00', 'Europe/London')).toBe(false);
  });
});

describe('a number of minutes added to a wall-clock time', () => {
  it.each([
    ['2031-05-01T19:00', 120, '2031-05-01T21:00'],
    ['2031-12-31T23:30', 90, '2032-01-01T01:00'],
    ['0203-05-01T19:00', 120, null],
    ['', 120, null],
  ])('%j and %d minutes are %j', (time, minutes, wanted) => {
    expect(addMinutes(time, minutes)).toBe(wanted);
  });
});
