import { describe, expect, it } from 'vitest';
import { columnOf, listDays, shiftMonth } from './calendar-month.ts';

describe('a month of the calendar', () => {
  it('has its days, each in the column of its weekday', () => {
    expect(listDays('2028-02', '2026-11-24')).toHaveLength(29);
    expect(listDays('2026-12', '2026-11-24').at(-1)).toBe('2026-12-31');
    expect(columnOf('2026-12-01')).toBe(2);
    expect(columnOf('2026-11-01')).toBe(7);
    expect(columnOf('2027-02-01')).toBe(1);
  });

  it('leaves out the weeks of the current month that are over', () => {
    expect(listDays('2026-11', '2026-11-24')[0]).toBe('2026-11-23');
    expect(listDays('2026-11', '2026-11-29')[0]).toBe('2026-11-23');
    expect(listDays('2026-11', '2026-11-30')).toEqual(['2026-11-30']);
    expect(listDays('2026-11', '2026-11-01')).toHaveLength(30);
    expect(listDays('2026-12', '2026-12-05')).toHaveLength(31);
  });

  it('follows and precedes others, also over the end of a year', () => {
    expect(shiftMonth('2026-12', 1)).toBe('2027-01');
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
  });
});
