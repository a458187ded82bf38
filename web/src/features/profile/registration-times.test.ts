import { describe, expect, it } from 'vitest';
import { calendarDayOf } from '../../format/calendar-days.ts';
import { listOnDay, splitByStart } from './registration-times.ts';

const at = (start_time: string) => ({ start_time });
const starts = (registrations: { start_time: string }[]) => registrations.map(({ start_time }) => start_time);

describe('upcoming and past registrations', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');

  it('are split by the start time: an event that has started is past', () => {
    const { upcoming, past } = splitByStart(
      [at('2026-11-21T11:59:00.000Z'), at('2026-11-21T12:00:00.000Z'), at('2026-11-21T12:01:00.000Z')],
      now,
    );
    expect(starts(upcoming)).toEqual(['2026-11-21T12:01:00.000Z']);
    expect(starts(past)).toEqual(['2026-11-21T12:00:00.000Z', '2026-11-21T11:59:00.000Z']);
  });

  it('are sorted: upcoming ones soonest first, past ones most recent first', () => {
    const { upcoming, past } = splitByStart(
      [
        at('2026-12-24T10:00:00.000Z'),
        at('2026-11-22T10:00:00.000Z'),
        at('2026-01-01T10:00:00.000Z'),
        at('2026-11-20T10:00:00.000Z'),
      ],
      now,
    );
    expect(starts(upcoming)).toEqual(['2026-11-22T10:00:00.000Z', '2026-12-24T10:00:00.000Z']);
    expect(starts(past)).toEqual(['2026-11-20T10:00:00.000Z', '2026-01-01T10:00:00.000Z']);
  });
});

describe('the calendar of registrations', () => {
  it("puts an event on its day in the site's time zone, not in the browser's", () => {
    const lateEvening = '2026-07-01T23:30:00.000Z';
    expect(calendarDayOf(lateEvening, 'Europe/London')).toEqual(new Date(2026, 6, 2));
    expect(calendarDayOf(lateEvening, 'America/New_York')).toEqual(new Date(2026, 6, 1));
  });

  it('lists only the events that start on the chosen day, earliest first', () => {
    const late = at('2026-07-01T20:00:00.000Z');
    const early = at('2026-07-01T17:00:00.000Z');
    const nextDay = at('2026-07-01T23:30:00.000Z');
    expect(listOnDay([late, nextDay, early], new Date(2026, 6, 1), 'Europe/London')).toEqual([early, late]);
  });
});
