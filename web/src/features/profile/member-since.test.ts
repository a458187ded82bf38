import { describe, expect, it } from 'vitest';
import { formatMemberSince } from './member-since.ts';

describe('the profile', () => {
  it("shows the day on which the user joined, in the site's time zone", () => {
    expect(formatMemberSince('2026-06-30T23:30:00.000Z', 'Europe/London')).toBe('July 1, 2026');
    expect(formatMemberSince('2026-11-21T09:00:00.000Z', 'Europe/London')).toBe('November 21, 2026');
  });

  it('shows “Unknown” when the day on which the user joined is missing or invalid', () => {
    expect(formatMemberSince(null, 'Europe/London')).toBe('Unknown');
    expect(formatMemberSince('long ago', 'Europe/London')).toBe('Unknown');
  });
});
