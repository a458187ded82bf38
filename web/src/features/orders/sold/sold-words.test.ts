import { describe, expect, it } from 'vitest';
import { describeRefunded } from './sold-words.ts';

describe('the total of a sold order', () => {
  it('says beside it how much was refunded', () => {
    expect(describeRefunded({ refunded: 4 })).toBe('£4.00 refunded');
    expect(describeRefunded({ refunded: 0 })).toBeNull();
  });
});
