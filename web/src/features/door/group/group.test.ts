import { describe, expect, it } from 'vitest';
import type { DoorGuest } from '../guests/door.guests.api.ts';
import { makeGuest } from '../guests/fake-guest.ts';
import { findGroup, listOthers, listTogether } from './group.ts';

const ticket = (id: number, status: 'valid' | 'used' = 'valid', is_transferred = false) => ({
  id,
  status,
  is_transferred,
});

describe('the list of other tickets in a group at the door', () => {
  it('includes the valid tickets of the same order', () => {
    expect(listOthers(1, [ticket(1, 'used'), ticket(2), ticket(3), ticket(4, 'used')])).toEqual([2, 3]);
  });

  it('leaves out tickets that were given to somebody else', () => {
    expect(listOthers(1, [ticket(1), ticket(2, 'valid', true)])).toEqual([]);
  });

  it('is empty for a ticket that the buyer gave to somebody else', () => {
    expect(listOthers(2, [ticket(1), ticket(2, 'valid', true)])).toEqual([]);
  });

  it('is found among all guests by the number of the order', () => {
    const guests = [
      makeGuest({ id: 1, status: 'used' }),
      makeGuest({ id: 2 }),
      makeGuest({ id: 3, order_number: 'OTHER' }),
    ];
    expect(findGroup(guests, 1)).toEqual([2]);
    expect(findGroup(guests, 9)).toEqual([]);
  });
});

describe('the guests that a search finds', () => {
  it('can be checked in together if they are of one order', () => {
    expect(
      listTogether([makeGuest({ id: 1 }), makeGuest({ id: 2, status: 'used' }), makeGuest({ id: 3 })]),
    ).toEqual([1, 3]);
    expect(listTogether([makeGuest({ id: 1 }), makeGuest({ id: 2, order_number: 'OTHER' })])).toEqual([]);
  });

  it('are no group in a list that an older Foyer kept, which does not say whose tickets were given away', () => {
    const older = [1, 2].map((id) => {
      const { is_transferred: _, ...kept } = makeGuest({ id });
      return kept as DoorGuest;
    });
    expect([listTogether(older), findGroup(older, 1)]).toEqual([[], []]);
  });
});
