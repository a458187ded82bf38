import { describe, expect, it } from 'vitest';
import { formatShortCode } from './short-code.ts';

describe('a short code', () => {
  it('is written in two groups of five', () => {
    expect(formatShortCode('4T7WQ2K9XM')).toBe('4T7WQ 2K9XM');
  });
});
