import { formatMoney } from '../../format/money.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import type { Attendee } from './attendees.api.ts';

/** Where somebody stands with an event: three who have a seat, four who had one. */
export type AttendeeState = 'in' | 'awaited' | 'unpaid' | 'cancelled' | 'refunding' | 'refunded' | 'expired';

export const stateWords: Record<AttendeeState, { word: string; tone: BadgeTone }> = {
  in: { word: 'Checked in', tone: 'good' },
  awaited: { word: 'Registered', tone: 'blue' },
  unpaid: { word: 'Awaiting payment', tone: 'warn' },
  cancelled: { word: 'Cancelled', tone: 'outline' },
  refunding: { word: 'Refund under way', tone: 'warn' },
  refunded: { word: 'Refunded', tone: 'outline' },
  expired: { word: 'Expired', tone: 'outline' },
};

type Facts = Pick<Attendee, 'status' | 'hold_expires_at' | 'ticket'>;

export function stateOf({ status, hold_expires_at, ticket }: Facts): AttendeeState {
  if (status === 'expired') return 'expired';
  if (status === 'cancelled') {
    if (ticket?.status !== 'refunded') return 'cancelled';
    return ticket.refund_pending ? 'refunding' : 'refunded';
  }
  if (ticket?.status === 'used') return 'in';
  return hold_expires_at === null ? 'awaited' : 'unpaid';
}

/** `£12.50`, or in a word why nothing was paid. */
export function describePaid(attendee: Facts, isFreeEvent: boolean): string {
  const { ticket } = attendee;
  const state = stateOf(attendee);
  // Their ticket is one that they had before.
  if (state === 'unpaid') return 'Not paid';
  if (ticket?.disputed) return 'Disputed';
  if (ticket?.status === 'refunded') return stateWords[ticket.refund_pending ? 'refunding' : 'refunded'].word;
  if (ticket?.paid) return formatMoney(ticket.price);
  if (state === 'in' || state === 'awaited') return isFreeEvent ? 'Free' : 'Complimentary';
  return 'Not paid';
}

/** When somebody was let in. A reserved seat has no ticket yet: one that was used is from before. */
export function checkedInAt(attendee: Facts): string | null {
  return stateOf(attendee) === 'unpaid' ? null : (attendee.ticket?.used_at ?? null);
}

/** What can be done for somebody now; the server has the last word. */
export interface Deeds {
  checkIn: boolean;
  undo: boolean;
  cancel: boolean;
  refund: boolean;
}

export function listDeeds(
  attendee: Facts,
  event: { status: string; is_past: boolean },
  viewer: { can_manage: boolean; can_issue: boolean; can_refund: boolean },
): Deeds {
  const state = stateOf(attendee);
  const isOpen = event.status === 'published' && !event.is_past;
  const isPaid = attendee.ticket?.paid === true;
  return {
    checkIn: state === 'awaited' && isOpen && viewer.can_manage,
    undo: state === 'in' && viewer.can_issue,
    cancel: state === 'awaited' && !isPaid && viewer.can_issue,
    refund: (state === 'awaited' || state === 'in') && isPaid && viewer.can_refund,
  };
}

/**
 * Whether a ticket can still be given: a seat is taken until the event starts; the server has the last word.
 * @param now milliseconds since 1970
 */
export function canGiveTicket(
  event: { status: string; start_time: string },
  viewer: { can_issue: boolean },
  now: number,
): boolean {
  return viewer.can_issue && event.status === 'published' && Date.parse(event.start_time) > now;
}
