import { describe, expect, it } from 'vitest';
import { describeRefunded, describeSoldState } from './sold-words.ts';

const confirmed = { status: 'confirmed', total: 9, refunded: 0 } as const;

describe('the state of a sold order', () => {
  it('is refunded only when all of its money went back', () => {
    expect(describeSoldState(confirmed).word).toBe('Confirmed');
    expect(describeSoldState({ ...confirmed, refunded: 4 }).word).toBe('Confirmed');
    expect(describeSoldState({ ...confirmed, refunded: 9 })).toEqual({ word: 'Refunded', tone: 'neutral' });
    expect(describeSoldState({ ...confirmed, total: 0 }).word).toBe('Confirmed');
    expect(describeSoldState({ ...confirmed, status: 'cancelled', refunded: 9 }).word).toBe('Cancelled');
  });

  it('says beside it how much went back', () => {
    expect(describeRefunded({ refunded: 4 })).toBe('£4.00 refunded');
    expect(describeRefunded({ refunded: 0 })).toBeNull();
  });
});
