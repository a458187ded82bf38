import { describe, expect, it } from 'vitest';
import type { DoorGuest } from './door.guests.api.ts';
import { makeGuest } from './fake-guest.ts';
import { findGuests } from './find-guests.ts';

const guest = (id: number, name: string, status: DoorGuest['status'] = 'valid') =>
  makeGuest({ id, name, status, order_number: `7QK2M9XWT${id}` });

const guests = [
  guest(1, 'Zoë Ellis'),
  guest(2, 'Ivo Marsh', 'used'),
  guest(3, 'Mara Ellis'),
  guest(4, 'Nell Ellis', 'refunded'),
];

const namesFor = (typed: string) => findGuests(guests, typed, 8).found.map(({ name }) => name);

describe('the search for a guest at the door', () => {
  it('finds names without case and accents, sorted by name', () => {
    expect(namesFor('ELLIS')).toEqual(['Mara Ellis', 'Zoë Ellis', 'Nell Ellis']);
    expect(namesFor('zoe')).toEqual(['Zoë Ellis']);
  });

  it('needs each word, in any order', () => {
    expect(namesFor('marsh iv')).toEqual(['Ivo Marsh']);
    expect(namesFor('marsh zoe')).toEqual([]);
  });

  it('finds the number of an order', () => {
    expect(namesFor('7qk2m9xwt2')).toEqual(['Ivo Marsh']);
  });

  it('puts cancelled and refunded tickets last', () => {
    expect(namesFor('e')).toEqual(['Mara Ellis', 'Zoë Ellis', 'Nell Ellis']);
    expect(findGuests(guests, 'ellis', 2).found.map(({ status }) => status)).toEqual(['valid', 'valid']);
  });

  it('finds nobody without a word, and counts more than it shows', () => {
    expect(findGuests(guests, '  ', 8)).toEqual({ found: [], total: 0 });
    expect(findGuests(guests, 'ellis', 1)).toMatchObject({ found: [{ id: 3 }], total: 3 });
  });
});
