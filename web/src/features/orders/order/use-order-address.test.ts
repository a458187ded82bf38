import { describe, expect, it } from 'vitest';
import { readKey } from './use-order-address.ts';

const key = 'hX3vJ0c5mZ2k7VwN8rTb1gq3Jx0c5mZ2k7VwN8rTb1g';

describe('the link to an order', () => {
  it('has the key behind the #', () => {
    expect(readKey(`#key=${key}`)).toBe(key);
  });

  it.each(['', '#', '#key=', '#key=short', `#key=${key}&next=//evil.example`, `#${key}`])(
    'has no key when it ends in “%s”',
    (hash) => {
      expect(readKey(hash)).toBeUndefined();
    },
  );
});
