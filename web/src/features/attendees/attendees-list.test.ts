import { describe, expect, it } from 'vitest';
import { addUpTickets, countParts, findAttendees } from './attendees-list.ts';
import {
  type AttendeesSearch,
  completeView,
  readAttendeesSearch,
  stripDefaults,
} from './attendees-search.ts';
import type { Attendee } from './attendees.api.ts';

function attendee(name: string, change: Partial<Attendee> = {}): Attendee {
  return {
    id: name,
    status: 'registered',
    registration_time: '2026-11-01T10:00:00.000Z',
    name,
    email: `${name}@example.org`,
    hold_expires_at: null,
    type_name: 'Adult',
    short_code: null,
    order_number: `ORDER${name.length}`,
    ticket: {
      id: 1,
      status: 'valid',
      paid: false,
      price: 0,
      used_at: null,
      disputed: false,
      refund_pending: false,
    },
    ...change,
  };
}

const all = [
  attendee('zoe'),
  attendee('guest10'),
  attendee('Guest9', { email: 'nine@elsewhere.test' }),
  attendee('bo', { hold_expires_at: '2026-11-21T18:30:00.000Z', ticket: null }),
  attendee('cy', { status: 'cancelled', ticket: null }),
];

const names = (q: string, show: Parameters<typeof findAttendees>[1]['show'] = 'coming') =>
  findAttendees(all, { q, show }).map(({ name }) => name);

describe('the list of attendees', () => {
  it('is sorted by name, with the number 9 before the number 10', () => {
    expect(names('')).toEqual(['bo', 'Guest9', 'guest10', 'zoe']);
    expect(names('', 'ended')).toEqual(['cy']);
    expect(names('', 'all')).toHaveLength(5);
  });

  it('can be searched by name, email address and order number, ignoring case', () => {
    expect(names('GUEST')).toEqual(['Guest9', 'guest10']);
    expect(names('elsewhere')).toEqual(['Guest9']);
    expect(names('order7')).toEqual(['guest10']);
    expect(names('nobody')).toEqual([]);
  });

  it('has a count for each filter', () => {
    expect(countParts(all)).toEqual({ coming: 4, in: 0, awaited: 3, unpaid: 1, ended: 1, all: 5 });
  });
});

describe('the list of attendees', () => {
  it.each<[Record<string, unknown>, AttendeesSearch]>([
    [{}, {}],
    [{ show: 'coming', page: '1', q: '' }, {}],
    [
      { show: 'in', page: '3', q: ' mara ' },
      { show: 'in', page: 3, q: 'mara' },
    ],
    [{ show: 'nobody', page: '-2' }, {}],
    [{ q: 5, page: 'x' }, { q: '5' }],
  ])('reads the URL query %j and leaves out default values', (raw, search) => {
    expect(readAttendeesSearch(raw)).toEqual(search);
    expect(stripDefaults(completeView(search))).toEqual(search);
  });
});

describe('the figures above the list', () => {
  const ticket = (name: string, change: object, status: Attendee['status'] = 'registered') => {
    const one = attendee(name, { status });
    return { ...one, ticket: one.ticket && { ...one.ticket, ...change } };
  };

  it('count sold, used and refunded tickets, and add up what was paid for sold tickets', () => {
    const tickets = [
      ...all,
      ticket('pia', { paid: true, price: 12.1 }),
      ticket('ray', { paid: true, price: 12.2, status: 'used' }),
      ticket('sam', { paid: true, price: 30, status: 'refunded' }, 'cancelled'),
    ];
    expect(addUpTickets(tickets)).toEqual({ sold: 5, refunded: 1, paid: 24.3 });
  });
});
