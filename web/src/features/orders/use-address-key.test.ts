import { describe, expect, it } from 'vitest';
import { readKey } from './use-address-key.ts';

const key = 'hX3vJ0c5mZ2k7VwN8rTb1gq3Jx0c5mZ2k7VwN8rTb1g';

describe('the link to an order or a ticket', () => {
  it('contains the key of the order or ticket after the #', () => {
    expect(readKey(`#key=${key}`)).toBe(key);
  });

  it.each(['', '#', '#key=', '#key=short', `#key=${key}&next=//evil.example`, `#${key}`])(
    'contains no valid key when it ends in “%s”',
    (hash) => {
      expect(readKey(hash)).toBeUndefined();
    },
  );
});
