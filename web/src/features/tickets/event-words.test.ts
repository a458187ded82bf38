import { describe, expect, it } from 'vitest';
import { formatDoors } from './event-words.ts';

describe('when the doors open', () => {
  it.each([
    ['2026-11-21T19:30:00.000Z', 30, 'Doors 7:00 PM'],
    ['2026-11-21T00:10:00.000Z', 30, 'Doors Nov 20, 2026, 11:40 PM'],
    ['2026-11-21T19:30:00.000Z', null, ''],
  ])('for a start at %s and %s minutes, is written as: %s', (start, minutes, words) => {
    expect(formatDoors(start, minutes, 'Europe/London')).toBe(words);
  });
});
