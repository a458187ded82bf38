import { describe, expect, it } from 'vitest';
import { formatCount, formatNumber } from './counts.ts';

describe('the web app', () => {
  it('writes numbers with a comma between thousands', () => {
    expect(formatNumber(1234)).toBe('1,234');
  });

  it('uses the singular only for the number one', () => {
    expect(formatCount(0, 'attendee')).toBe('0 attendees');
    expect(formatCount(1, 'attendee')).toBe('1 attendee');
    expect(formatCount(2, 'attendee')).toBe('2 attendees');
    expect(formatCount(1, 'ticket remaining', 'tickets remaining')).toBe('1 ticket remaining');
    expect(formatCount(1200, 'ticket remaining', 'tickets remaining')).toBe('1,200 tickets remaining');
  });
});
