import { describe, expect, it } from 'vitest';
import { describeHeld } from './desk-words.ts';

describe('the note on held places', () => {
  it('says when the last places are held, and nothing when no place is', () => {
    expect(describeHeld({ held: 0, sold_out: true })).toBeNull();
    expect(describeHeld({ held: 2, sold_out: false })).toBe('2 held for payment');
    expect(describeHeld({ held: 1, sold_out: true })).toBe('All reserved right now, 1 held for payment');
  });
});
