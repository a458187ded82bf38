import { describe, expect, it } from 'vitest';
import { describeRest } from './money-words.ts';

const money = { taken: 480, refunded: 0, disputed: 0, outstanding: 0 };

describe('what happened to the money of an event', () => {
  it.each([
    [{}, null],
    [{ refunded: 20 }, '£20.00 refunded'],
    [{ refunded: 20, disputed: 12.5, outstanding: 8 }, '£20.00 refunded, £12.50 disputed, £8.00 outstanding'],
  ])('is said without the amounts that are zero: %j', (part, words) => {
    expect(describeRest({ ...money, ...part })).toBe(words);
  });
});
