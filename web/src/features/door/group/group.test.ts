import { describe, expect, it } from 'vitest';
import { listOthers } from './group.ts';

const given = '2031-05-01T10:00:00.000Z';
const ticket = (id: number, status: 'valid' | 'used' = 'valid', transferred_at: string | null = null) => ({
  id,
  status,
  transferred_at,
});

describe('the list of other tickets in a group at the door', () => {
  it('includes the valid tickets of the same order', () => {
    expect(listOthers(1, [ticket(1, 'used'), ticket(2), ticket(3), ticket(4, 'used')])).toEqual([2, 3]);
  });

  it('leaves out tickets that were given to somebody else', () => {
    expect(listOthers(1, [ticket(1), ticket(2, 'valid', given)])).toEqual([]);
  });

  it('is empty for a ticket that the buyer gave to somebody else', () => {
    expect(listOthers(2, [ticket(1), ticket(2, 'valid', given)])).toEqual([]);
  });
});
