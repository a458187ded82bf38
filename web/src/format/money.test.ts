import { describe, expect, it } from 'vitest';
import { formatMoney, formatPrice, formatPriceInput, formatPriceRange } from './money.ts';

describe('the web app', () => {
  it('writes a price as Free or as pounds with two decimals', () => {
    expect(formatPrice(null)).toBe('Free');
    expect(formatPrice(0)).toBe('Free');
    expect(formatPrice(12.5)).toBe('£12.50');
    expect(formatPrice(1250)).toBe('£1,250.00');
  });

  it('writes the prices of an event as “from £8.00”, or as “Free – £12.00” if some tickets are free', () => {
    expect(formatPriceRange(12.5, 12.5)).toBe('£12.50');
    expect(formatPriceRange(null, null)).toBe('Free');
    expect(formatPriceRange(8, 12)).toBe('from £8.00');
    expect(formatPriceRange(0, 12)).toBe('Free – £12.00');
  });

  it('writes an amount of money in pounds, and zero as £0.00', () => {
    expect(formatMoney(0)).toBe('£0.00');
    expect(formatMoney(3.5)).toBe('£3.50');
    expect(formatMoney(-0.1 - 0.2)).toBe('−£0.30');
  });

  it('writes a whole price as “8” in an input field, and any other price with two decimals', () => {
    expect(formatPriceInput(8)).toBe('8');
    expect(formatPriceInput(7.5)).toBe('7.50');
  });
});
