import { describe, expect, it } from 'vitest';
import { computeTimeInZone, readLocalTime } from './zoned-time.ts';

describe('a local time', () => {
  it.each([
    ['in winter', '2031-11-20T18:30', 'Europe/London', '2031-11-20T18:30:00.000Z'],
    ['in summer, with seconds', '2031-07-20T18:30:15', 'Europe/London', '2031-07-20T17:30:15.000Z'],
    ['that the clocks skip', '2031-03-30T01:30', 'Europe/London', '2031-03-30T01:30:00.000Z'],
    [
      'that the clocks skip in another zone',
      '2031-03-09T02:30',
      'America/New_York',
      '2031-03-09T07:30:00.000Z',
    ],
    ['that comes twice', '2031-10-26T01:30', 'Europe/London', '2031-10-26T00:30:00.000Z'],
    ['that comes twice in another zone', '2031-11-02T01:30', 'America/New_York', '2031-11-02T05:30:00.000Z'],
    [
      'that comes twice because the clocks go back by half an hour',
      '2031-04-06T01:45',
      'Australia/Lord_Howe',
      '2031-04-05T14:45:00.000Z',
    ],
  ])('%s is converted to UTC: %s in %s is %s', (_, local, timeZone, expected) => {
    expect(readLocalTime(local, timeZone).toISOString()).toBe(expected);
  });

  it('some days ahead keeps its time of day, even if the clocks change in between', () => {
    const today = { now: new Date('2031-03-28T23:30:00Z'), timeZone: 'Australia/Sydney' };
    // In Sydney the date is already 29 March. Sydney's clocks go back on 6 April, between the two computed days.
    expect(computeTimeInZone(today, { days: 0, time: '19:30' }).toISOString()).toBe(
      '2031-03-29T08:30:00.000Z',
    );
    expect(computeTimeInZone(today, { days: 9, time: '19:30' }).toISOString()).toBe(
      '2031-04-07T09:30:00.000Z',
    );
  });
});
