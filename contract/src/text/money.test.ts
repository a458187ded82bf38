import { describe, expect, it } from 'vitest';
import { writeMoney } from './money.ts';

describe('an amount of money', () => {
  it.each([
    [0, '£0.00'],
    [5, '£0.05'],
    [99_999, '£999.99'],
    [100_000, '£1,000.00'],
    [164_420, '£1,644.20'],
    [123_456_789, '£1,234,567.89'],
    [-2000, '−£20.00'],
    [-100_050, '−£1,000.50'],
  ])('of %i pence is %s', (pence, shown) => {
    expect(writeMoney(pence)).toBe(shown);
  });
});
