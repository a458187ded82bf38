import { describe, expect, it } from 'vitest';
import { findFirstCut } from './calendar-cut.ts';

describe('the calendar of a month with too many events', () => {
  it('tells from which day on events are missing', () => {
    const events = ['2026-12-08T19:00:00Z', '2026-12-09T23:30:00Z'].map((start_time) => ({
      start_time,
      end_time: '2026-12-20T19:00:00Z',
    }));
    const asOf = Date.parse('2026-12-01T12:00:00Z');
    expect(findFirstCut({ events, total: 340 }, asOf, 'Europe/London')).toBe('2026-12-09');
    expect(findFirstCut({ events, total: 340 }, asOf, 'Europe/Berlin')).toBe('2026-12-10');
    expect(findFirstCut({ events, total: 2 }, asOf, 'Europe/London')).toBeNull();
    expect(findFirstCut({ events: [], total: 0 }, asOf, 'Europe/London')).toBeNull();
    const later = Date.parse('2026-12-15T12:00:00Z');
    expect(findFirstCut({ events, total: 340 }, later, 'Europe/London')).toBe('2026-12-20');
  });
});
