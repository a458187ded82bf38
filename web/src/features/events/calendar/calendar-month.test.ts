import { describe, expect, it } from 'vitest';
import { firstColumn, listDays, shiftMonth } from './calendar-month.ts';

describe('a month of the calendar', () => {
  it('has its days, and starts in the column of its first weekday', () => {
    expect(listDays('2028-02')).toHaveLength(29);
    expect(listDays('2026-12').at(-1)).toBe('2026-12-31');
    expect(firstColumn('2026-12')).toBe(2);
    expect(firstColumn('2026-11')).toBe(7);
    expect(firstColumn('2027-02')).toBe(1);
  });

  it('follows and precedes others, also over the end of a year', () => {
    expect(shiftMonth('2026-12', 1)).toBe('2027-01');
    expect(shiftMonth('2026-01', -1)).toBe('2025-12');
  });
});
