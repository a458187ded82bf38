import { describe, expect, it } from 'vitest';
import { formatMoney, formatPrice, formatPriceInput, formatPriceRange } from './money.ts';

describe('the web', () => {
  it('writes a price as Free or as pounds with two decimals', () => {
    expect(formatPrice(null)).toBe('Free');
    expect(formatPrice(0)).toBe('Free');
    expect(formatPrice(12.5)).toBe('£12.50');
    expect(formatPrice(1250)).toBe('£1250.00');
  });

  it('writes the prices of an event from the lowest, and both prices if the lowest is free', () => {
    expect(formatPriceRange(12.5, 12.5)).toBe('£12.50');
    expect(formatPriceRange(null, null)).toBe('Free');
    expect(formatPriceRange(8, 12)).toBe('from £8.00');
    expect(formatPriceRange(0, 12)).toBe('Free – £12.00');
  });

  it('writes an amount of money in pounds, and zero as £0.00', () => {
    expect(formatMoney(0)).toBe('£0.00');
    expect(formatMoney(3.5)).toBe('£3.50');
  });

  it('leaves out the pence of a price in whole pounds in an input field', () => {
    expect(formatPriceInput(8)).toBe('8');
    expect(formatPriceInput(7.5)).toBe('7.50');
  });
});
