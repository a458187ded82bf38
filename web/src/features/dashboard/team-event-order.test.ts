import { describe, expect, it } from 'vitest';
import { countOnSale, splitByTime } from './team-event-order.ts';

const event = (day: string, is_past = false) => ({ start_time: `2026-11-${day}T10:00:00.000Z`, is_past });

describe('the list of a team’s events', () => {
  it('sorts upcoming events soonest first and past events latest first', () => {
    const { coming, past } = splitByTime([event('05', true), event('25'), event('12', true), event('22')]);
    expect(coming.map((one) => one.start_time.slice(8, 10))).toEqual(['22', '25']);
    expect(past.map((one) => one.start_time.slice(8, 10))).toEqual(['12', '05']);
  });

  it('counts an event as on sale only if it is published and has not started', () => {
    const now = Date.parse(event('22').start_time);
    const events = [
      { ...event('23'), status: 'published' },
      { ...event('22'), status: 'published' },
      { ...event('23'), status: 'draft' },
      { ...event('23'), status: 'cancelled' },
    ] as const;
    expect(countOnSale(events, now)).toBe(1);
  });
});
