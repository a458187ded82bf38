import { describe, expect, it } from 'vitest';
import { describeGuestTicket } from './guest-states.ts';

describe('the state of a complimentary ticket', () => {
  it.each([
    ['Invited', 'valid', false],
    ['Not delivered', 'valid', true],
    ['Checked in', 'used', true],
    ['Cancelled', 'cancelled', true],
    ['Cancelled', 'refunded', false],
  ] as const)('is “%s” for a ticket that is %s, with undelivered = %s', (word, status, isUndelivered) => {
    expect(describeGuestTicket({ status }, isUndelivered).word).toBe(word);
  });
});
