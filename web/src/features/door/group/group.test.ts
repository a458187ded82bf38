import { describe, expect, it } from 'vitest';
import { countOthers } from './group.ts';

const given = '2031-05-01T10:00:00.000Z';
const ticket = (id: number, status: 'valid' | 'used' = 'valid', transferred_at: string | null = null) => ({
  id,
  status,
  transferred_at,
});

describe('the count of other tickets in a group at the door', () => {
  it('includes the valid tickets of the same order', () => {
    expect(countOthers(1, [ticket(1, 'used'), ticket(2), ticket(3), ticket(4, 'used')])).toBe(2);
  });

  it('leaves out tickets that were given to somebody else', () => {
    expect(countOthers(1, [ticket(1), ticket(2, 'valid', given)])).toBe(0);
  });

  it('is zero for a ticket that the buyer gave to somebody else', () => {
    expect(countOthers(2, [ticket(1), ticket(2, 'valid', given)])).toBe(0);
  });
});
