import { describe, expect, it } from 'vitest';
import { changesTimeOfDay, findEnd, moveAlong, takeTimeOfDay } from './series.rules.ts';

const london = 'Europe/London';
const at = (time: string) => new Date(time);
// In London, the clocks go back on October 26, 2031, and forward on March 30, 2031.
const summer = { start_time: at('2031-10-20T18:00:00Z'), end_time: at('2031-10-20T20:30:00Z') };

describe('the times of an event that repeats', () => {
  it('end as late by the clock after the clocks have changed', () => {
    expect(findEnd(summer, at('2031-10-27T19:00:00Z'), london)).toEqual(at('2031-10-27T21:30:00Z'));
  });

  it('end as late by the clock in the night when the clocks change', () => {
    const night = { start_time: at('2031-10-18T22:00:00Z'), end_time: at('2031-10-19T03:00:00Z') };
    // From 23:00 to 04:00 by the clock, which is an hour longer in that night.
    expect(findEnd(night, at('2031-10-25T22:00:00Z'), london)).toEqual(at('2031-10-26T04:00:00Z'));
  });

  it('never end before they start', () => {
    const short = { start_time: at('2031-03-23T01:30:00Z'), end_time: at('2031-03-23T02:00:00Z') };
    // 1:30 does not exist in that night, and means 2:30.
    const start = at('2031-03-30T01:30:00Z');
    expect(findEnd(short, start, london)).toEqual(at('2031-03-30T02:00:00Z'));
  });

  it('move the sale along by the clock', () => {
    const event = { from: summer.start_time, to: at('2031-10-27T19:00:00Z') };
    expect(moveAlong(at('2031-10-13T08:00:00Z'), event, london)).toEqual(at('2031-10-20T08:00:00Z'));
    expect(moveAlong(at('2031-10-20T17:00:00Z'), event, london)).toEqual(at('2031-10-27T18:00:00Z'));
  });

  it('take the time of day of another, on their own day', () => {
    expect(takeTimeOfDay(at('2031-10-20T19:15:00Z'), at('2031-10-27T19:00:00Z'), london)).toEqual(
      at('2031-10-27T20:15:00Z'),
    );
  });

  it('count as changed when the time of the day or the length changes, and not when only the day does', () => {
    const winter = { start_time: at('2031-10-27T19:00:00Z'), end_time: at('2031-10-27T21:30:00Z') };
    expect(changesTimeOfDay(summer, winter, london)).toBe(false);
    expect(changesTimeOfDay(summer, { ...winter, end_time: at('2031-10-27T22:00:00Z') }, london)).toBe(true);
  });
});
