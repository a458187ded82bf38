import { describe, expect, it } from 'vitest';
import { canGiveTicket, checkedInAt, describePaid, listDeeds, stateOf } from './attendee-state.ts';
import type { Attendee } from './attendees.api.ts';

type Facts = Pick<Attendee, 'status' | 'hold_expires_at' | 'ticket'>;

const soon = '2026-11-21T18:30:00.000Z';

function ticket(change: Partial<NonNullable<Attendee['ticket']>> = {}): NonNullable<Attendee['ticket']> {
  return {
    id: 1,
    status: 'valid',
    paid: true,
    price: 12.5,
    used_at: null,
    disputed: false,
    refund_pending: false,
    ...change,
  };
}

function person(change: Partial<Facts> = {}): Facts {
  return { status: 'registered', hold_expires_at: null, ticket: ticket(), ...change };
}

const people = {
  awaited: person(),
  in: person({ ticket: ticket({ status: 'used', used_at: soon }) }),
  unpaid: person({ hold_expires_at: soon, ticket: null }),
  expired: person({ status: 'expired', ticket: null }),
  cancelled: person({ status: 'cancelled', ticket: ticket({ status: 'cancelled', paid: false }) }),
  refunding: person({ status: 'cancelled', ticket: ticket({ status: 'refunded', refund_pending: true }) }),
  refunded: person({ status: 'cancelled', ticket: ticket({ status: 'refunded' }) }),
} as const;

it.each(Object.entries(people))('somebody is %s', (state, attendee) => {
  expect(stateOf(attendee)).toBe(state);
});

it('says what was paid, or why nothing was', () => {
  expect(Object.values(people).map((attendee) => describePaid(attendee, false))).toEqual([
    '£12.50',
    '£12.50',
    'Not paid',
    'Not paid',
    'Not paid',
    'Refund under way',
    'Refunded',
  ]);
  const given = person({ ticket: ticket({ paid: false, price: 0 }) });
  expect(describePaid(given, false)).toBe('Complimentary');
  expect(describePaid(given, true)).toBe('Free');
  expect(describePaid(person({ ticket: ticket({ disputed: true }) }), false)).toBe('Disputed');
  const earlier = ticket({ status: 'refunded' });
  expect(describePaid({ ...people.unpaid, ticket: earlier }, false)).toBe('Not paid');
  expect(describePaid({ ...people.expired, ticket: earlier }, false)).toBe('Refunded');
});

it('says when somebody was let in, also when their money went back later', () => {
  const used = { used_at: soon, status: 'refunded' } as const;
  expect(checkedInAt(people.in)).toBe(soon);
  expect(checkedInAt({ ...people.refunded, ticket: ticket(used) })).toBe(soon);
  expect(checkedInAt({ ...people.unpaid, ticket: ticket(used) })).toBeNull();
  expect(checkedInAt(people.awaited)).toBeNull();
});

describe('what can be done', () => {
  const open = { status: 'published', is_past: false };
  const all = { can_manage: true, can_issue: true, can_refund: true };
  const deedsOf = (attendee: Facts, event = open, viewer = all) =>
    Object.entries(listDeeds(attendee, event, viewer))
      .filter(([, may]) => may)
      .map(([deed]) => deed);
  const given = person({ ticket: ticket({ paid: false }) });

  it('depends on the ticket', () => {
    expect(deedsOf(people.awaited)).toEqual(['checkIn', 'refund']);
    expect(deedsOf(given)).toEqual(['checkIn', 'cancel']);
    expect(deedsOf(people.in)).toEqual(['undo', 'refund']);
    for (const attendee of [
      people.unpaid,
      people.expired,
      people.cancelled,
      people.refunding,
      people.refunded,
    ]) {
      expect(deedsOf(attendee)).toEqual([]);
    }
  });

  it('depends on who looks', () => {
    const manager = { ...all, can_refund: false };
    const helper = { ...manager, can_issue: false };
    expect(deedsOf(people.awaited, open, manager)).toEqual(['checkIn']);
    expect(deedsOf(given, open, helper)).toEqual(['checkIn']);
    expect(deedsOf(people.in, open, helper)).toEqual([]);
  });

  it('lets nobody in to an event that is over, cancelled or not open yet', () => {
    expect(deedsOf(people.awaited, { status: 'published', is_past: true })).toEqual(['refund']);
    expect(deedsOf(people.awaited, { status: 'cancelled', is_past: false })).toEqual(['refund']);
  });

  it('gives tickets to an event on sale, until it starts', () => {
    const event = { status: 'published', start_time: '2026-11-20T18:30:00.000Z' };
    const start = Date.parse(event.start_time);
    expect(canGiveTicket(event, all, start - 1)).toBe(true);
    expect(canGiveTicket(event, all, start)).toBe(false);
    expect(canGiveTicket(event, { can_issue: false }, start - 1)).toBe(false);
    expect(canGiveTicket({ ...event, status: 'cancelled' }, all, start - 1)).toBe(false);
  });
});
