import { describe, expect, it } from 'vitest';
import { findFirstCut } from './calendar-cut.ts';

describe('the calendar of a month with too many events', () => {
  it('tells from which day on events are missing', () => {
    const events = ['2026-12-08T19:00:00Z', '2026-12-09T23:30:00Z'].map((start_time) => ({ start_time }));
    expect(findFirstCut({ events, total: 340 }, 'Europe/London')).toBe('2026-12-09');
    expect(findFirstCut({ events, total: 340 }, 'Europe/Berlin')).toBe('2026-12-10');
    expect(findFirstCut({ events, total: 2 }, 'Europe/London')).toBeNull();
    expect(findFirstCut({ events: [], total: 0 }, 'Europe/London')).toBeNull();
  });
});
