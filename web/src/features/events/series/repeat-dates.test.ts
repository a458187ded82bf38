import { describe, expect, it } from 'vitest';
import { listRepeatDays, listStarts, nameWeekdayOfMonth, noRepeat, type Repeat } from './repeat-dates.ts';

const start = '2031-10-20T19:00';
const repeat = (change: Partial<Repeat>): Repeat => ({ ...noRepeat, ...change });

describe('the dates of an event that repeats', () => {
  it('are none without a rule or a start', () => {
    expect(listRepeatDays(start, noRepeat)).toEqual([]);
    expect(listRepeatDays('', repeat({ rule: 'weekly' }))).toEqual([]);
    expect(listRepeatDays('0203-10-20T19:00', repeat({ rule: 'weekly' }))).toEqual([]);
  });

  it('are a week apart', () => {
    expect(listRepeatDays(start, repeat({ rule: 'weekly', count: '4' }))).toEqual([
      '2031-10-27',
      '2031-11-03',
      '2031-11-10',
    ]);
  });

  it('are on the same day of the month, and leave out months that lack it', () => {
    expect(listRepeatDays('2031-01-31T19:00', repeat({ rule: 'monthly-date', count: '4' }))).toEqual([
      '2031-03-31',
      '2031-05-31',
      '2031-07-31',
    ]);
  });

  it('are on the same weekday of the month, also a fifth one', () => {
    expect(listRepeatDays(start, repeat({ rule: 'monthly-weekday', count: '4' }))).toEqual([
      '2031-11-17',
      '2031-12-15',
      '2032-01-19',
    ]);
    expect(nameWeekdayOfMonth('2031-10-20')).toBe('third');
    expect(listRepeatDays('2031-12-29T19:00', repeat({ rule: 'monthly-weekday', count: '3' }))).toEqual([
      '2032-03-29',
      '2032-05-31',
    ]);
  });

  it('are chosen ones, each once, and never the first', () => {
    const chosen = ['2031-12-01', '2031-10-20', '2031-11-01', '2031-12-01'];
    expect(listRepeatDays(start, repeat({ rule: 'chosen', chosen }))).toEqual(['2031-11-01', '2031-12-01']);
  });

  it.each(['', '1', '0', '-3', 'x'])('are none for %j events', (count) => {
    expect(listRepeatDays(start, repeat({ rule: 'weekly', count }))).toEqual([]);
  });

  it('are at most as many as a series may have', () => {
    expect(listRepeatDays(start, repeat({ rule: 'weekly', count: '500' }))).toHaveLength(51);
  });

  it('start at the same time by the clock, without the ones that were deselected', () => {
    expect(listStarts(start, repeat({ rule: 'weekly', count: '3', left: ['2031-10-27'] }))).toEqual([
      '2031-11-03T19:00',
    ]);
  });
});
