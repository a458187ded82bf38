import { describe, expect, it } from 'vitest';
import {
  canGiveTicket,
  describePaid,
  findCheckInTime,
  getAllowedActions,
  stateOf,
} from './attendee-state.ts';
import type { Attendee } from './attendees.api.ts';

type AttendeeFacts = Pick<Attendee, 'status' | 'hold_expires_at' | 'ticket'>;

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

function person(change: Partial<AttendeeFacts> = {}): AttendeeFacts {
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

describe('the list of attendees', () => {
  it.each(Object.entries(people))('recognises an attendee in the state %s', (state, attendee) => {
    expect(stateOf(attendee)).toBe(state);
  });

  it('shows what an attendee paid and whether it was refunded, or why nothing was paid', () => {
    expect(Object.values(people).map((attendee) => describePaid(attendee, false))).toEqual([
      '£12.50',
      '£12.50',
      'Not paid',
      'Not paid',
      'Not paid',
      '£12.50, refund under way',
      '£12.50, refunded',
    ]);
    const given = person({ ticket: ticket({ paid: false, price: 0 }) });
    expect(describePaid(given, false)).toBe('Complimentary');
    expect(describePaid(given, true)).toBe('Free');
    expect(describePaid(person({ ticket: ticket({ price: 0 }) }), false)).toBe('Free');
    expect(describePaid(person({ ticket: ticket({ disputed: true }) }), false)).toBe('£12.50, disputed');
    const earlier = ticket({ status: 'refunded' });
    expect(describePaid({ ...people.unpaid, ticket: earlier }, false)).toBe('Not paid');
    expect(describePaid({ ...people.expired, ticket: earlier }, false)).toBe('£12.50, refunded');
  });

  it('shows when an attendee was checked in, even after a refund', () => {
    const used = { used_at: soon, status: 'refunded' } as const;
    expect(findCheckInTime(people.in)).toBe(soon);
    expect(findCheckInTime({ ...people.refunded, ticket: ticket(used) })).toBe(soon);
    expect(findCheckInTime({ ...people.unpaid, ticket: ticket(used) })).toBeNull();
    expect(findCheckInTime(people.awaited)).toBeNull();
  });
});

describe('the actions offered for an attendee', () => {
  const openEvent = { status: 'published', is_past: false };
  const all = { can_manage: true, can_issue: true, can_refund: true };
  const actionsOf = (attendee: AttendeeFacts, event = openEvent, viewer = all) =>
    Object.entries(getAllowedActions(attendee, event, viewer))
      .filter(([, may]) => may)
      .map(([action]) => action);
  const given = person({ ticket: ticket({ paid: false }) });

  it('include refunding a paid ticket or cancelling a free one; an unpaid or ended ticket has no actions', () => {
    expect(actionsOf(people.awaited)).toEqual(['checkIn', 'refund']);
    expect(actionsOf(given)).toEqual(['checkIn', 'cancel']);
    const freeInPaidOrder = person({ ticket: ticket({ price: 0 }) });
    expect(actionsOf(freeInPaidOrder)).toEqual(['checkIn', 'cancel']);
    expect(actionsOf(people.in)).toEqual(['undo', 'refund']);
    for (const attendee of [
      people.unpaid,
      people.expired,
      people.cancelled,
      people.refunding,
      people.refunded,
    ]) {
      expect(actionsOf(attendee)).toEqual([]);
    }
  });

  it('leave out refunding, cancelling and undoing a check-in when the viewer’s role does not allow it', () => {
    const manager = { ...all, can_refund: false };
    const helper = { ...manager, can_issue: false };
    expect(actionsOf(people.awaited, openEvent, manager)).toEqual(['checkIn']);
    expect(actionsOf(given, openEvent, helper)).toEqual(['checkIn']);
    expect(actionsOf(people.in, openEvent, helper)).toEqual([]);
  });

  it('include no check-in when the event has ended or was cancelled', () => {
    expect(actionsOf(people.awaited, { status: 'published', is_past: true })).toEqual(['refund']);
    expect(actionsOf(people.awaited, { status: 'cancelled', is_past: false })).toEqual(['refund']);
  });

  it('include giving a complimentary ticket only for a published event that has not ended', () => {
    const event = { status: 'published', end_time: '2026-11-20T21:30:00.000Z' };
    const end = Date.parse(event.end_time);
    expect(canGiveTicket(event, all, end - 1)).toBe(true);
    expect(canGiveTicket(event, all, end)).toBe(false);
    expect(canGiveTicket(event, { can_issue: false }, end - 1)).toBe(false);
    expect(canGiveTicket({ ...event, status: 'cancelled' }, all, end - 1)).toBe(false);
  });
});
