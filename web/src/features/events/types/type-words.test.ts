import { describe, expect, it } from 'vitest';
import { describeSales } from './type-words.ts';

describe('the sales of a ticket type', () => {
  it('are what is sold of its quantity', () => {
    expect(describeSales({ price: 12, sold: 36, held: 0, quantity: 40 })).toBe('£12.00, 36 of 40 sold');
    expect(describeSales({ price: 0, sold: 3, held: 0, quantity: null })).toBe('Free, 3 sold');
  });

  it('tell held tickets from sold ones', () => {
    expect(describeSales({ price: 12, sold: 38, held: 2, quantity: 40 })).toBe(
      '£12.00, 36 of 40 sold, 2 held for payment',
    );
  });
});
