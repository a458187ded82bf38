import { formatMoney } from '../../format/money.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import type { Attendee } from './attendees.api.ts';
import { stateTones } from '../tickets/state-tones.ts';

/**
 * `in`: checked in. `awaited`: has a ticket, but is not checked in yet. `unpaid`: holds a seat that is not paid for.
 * In all other states, the attendee has no seat.
 */
export type AttendeeState = 'in' | 'awaited' | 'unpaid' | 'cancelled' | 'refunding' | 'refunded' | 'expired';

export const stateWords: Record<AttendeeState, { word: string; tone: BadgeTone }> = {
  in: { word: 'Checked in', tone: stateTones.checkedIn },
  awaited: { word: 'Registered', tone: stateTones.registered },
  unpaid: { word: 'Awaiting payment', tone: stateTones.unpaid },
  cancelled: { word: 'Cancelled', tone: stateTones.cancelled },
  refunding: { word: 'Refund under way', tone: stateTones.refunding },
  refunded: { word: 'Refunded', tone: stateTones.refunded },
  expired: { word: 'Expired', tone: stateTones.expired },
};

type AttendeeFacts = Pick<Attendee, 'status' | 'hold_expires_at' | 'ticket'>;

export function stateOf({ status, hold_expires_at, ticket }: AttendeeFacts): AttendeeState {
  if (status === 'expired') return 'expired';
  if (status === 'cancelled') {
    if (ticket?.status !== 'refunded') return 'cancelled';
    return ticket.refund_pending ? 'refunding' : 'refunded';
  }
  if (ticket?.status === 'used') return 'in';
  return hold_expires_at === null ? 'awaited' : 'unpaid';
}

/** Says what the attendee paid, such as `£12.50` or `£12.50, refunded`, or why nothing was paid. */
export function describePaid(attendee: AttendeeFacts, isFreeEvent: boolean): string {
  const { ticket } = attendee;
  const state = stateOf(attendee);
  // While a registration waits for payment, a ticket in its row is from an earlier purchase, so its price does not
  // count.
  if (state === 'unpaid') return 'Not paid';
  if (ticket?.paid) {
    if (ticket.price === 0) return 'Free';
    const price = formatMoney(ticket.price);
    if (ticket.disputed) return `${price}, disputed`;
    if (ticket.status === 'refunded') {
      return `${price}, ${ticket.refund_pending ? 'refund under way' : 'refunded'}`;
    }
    return price;
  }
  if (state === 'in' || state === 'awaited') return isFreeEvent ? 'Free' : 'Complimentary';
  return 'Not paid';
}

/** Returns what the attendee paid for the ticket, in pounds. Refunds are not taken off. */
export function findPaidAmount(attendee: AttendeeFacts): number {
  const { ticket } = attendee;
  return stateOf(attendee) !== 'unpaid' && ticket?.paid ? ticket.price : 0;
}

/**
 * Returns when the attendee was checked in, or null. A used ticket beside an unpaid hold is from an earlier purchase,
 * so it does not count.
 */
export function findCheckInTime(attendee: AttendeeFacts): string | null {
  return stateOf(attendee) === 'unpaid' ? null : (attendee.ticket?.used_at ?? null);
}

export interface AllowedActions {
  checkIn: boolean;
  undo: boolean;
  cancel: boolean;
  refund: boolean;
}

export function getAllowedActions(
  attendee: AttendeeFacts,
  event: { status: string; is_past: boolean },
  viewer: { can_manage: boolean; can_issue: boolean; can_refund: boolean },
): AllowedActions {
  const state = stateOf(attendee);
  const isOpen = event.status === 'published' && !event.is_past;
  // A free ticket of a paid order has nothing to refund.
  const isPaid = attendee.ticket?.paid === true && attendee.ticket.price > 0;
  return {
    checkIn: state === 'awaited' && isOpen && viewer.can_manage,
    undo: state === 'in' && viewer.can_issue,
    cancel: state === 'awaited' && !isPaid && viewer.can_issue,
    refund: (state === 'awaited' || state === 'in') && isPaid && viewer.can_refund,
  };
}

/**
 * Whether the page offers a button to give a complimentary ticket, which is possible until the event ends.
 * @param now milliseconds since 1970
 */
export function canGiveTicket(
  event: { status: string; end_time: string },
  viewer: { can_issue: boolean },
  now: number,
): boolean {
  return viewer.can_issue && event.status === 'published' && Date.parse(event.end_time) > now;
}
