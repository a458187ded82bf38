import { isFree } from '../../../format/money.ts';
import type { FoyerEvent } from '../events.api.ts';

export type EventAction =
  | 'checking'
  | 'cancelled'
  | 'ended'
  | 'started'
  | 'closed'
  | 'sold-out'
  | 'all-reserved'
  | 'paused'
  | 'register'
  | 'registered'
  | 'buy'
  | 'complete'
  | 'purchased';

/**
 * Whether the user's active registration is paid, and whether it has a ticket. A complimentary ticket does not count
 * as paid. `unpaidOrder` is the number of the user's order from `POST /orders` that is not paid yet.
 */
export interface Standing {
  hasPaid: boolean;
  hasTicket: boolean;
  unpaidOrder?: string | null;
}

/**
 * @param standing the user's active registration; null when there is none, undefined while it is loading
 * @param now milliseconds since 1970
 */
export function decideEventAction(
  event: FoyerEvent,
  standing: Standing | null | undefined,
  now: number,
): EventAction {
  if (event.is_past) return 'ended';
  // People with a registration for a cancelled event read “Event Cancelled”. Everybody else reads “Not on
  // Sale” (`closed` below).
  if (standing && event.status === 'cancelled') return 'cancelled';
  if (standing === undefined) return 'checking';
  const free = isFree(event.price);
  const isOnSale = event.status === 'published' && Date.parse(event.start_time) > now;
  if (standing?.unpaidOrder && isOnSale) return 'complete';
  if (standing?.hasTicket) return standing.hasPaid && !free ? 'purchased' : 'registered';
  if (event.status !== 'published') return 'closed';
  if (Date.parse(event.start_time) <= now) return 'started';
  // A user with a hold keeps the seat of a sold-out event, and pays for it, or registers if the event has become free.
  if (standing) return free ? 'register' : 'complete';
  if (event.sales_paused) return 'paused';
  if (event.tickets_remaining === 0) return event.all_reserved ? 'all-reserved' : 'sold-out';
  return free ? 'register' : 'buy';
}

export const actionLabels: Record<EventAction, string> = {
  checking: 'Checking...',
  cancelled: 'Event Cancelled',
  ended: 'Event Ended',
  started: 'Already Started',
  closed: 'Not on Sale',
  'sold-out': 'Sold Out',
  'all-reserved': 'All reserved right now',
  paused: 'Sales are paused',
  register: 'Register',
  registered: 'Registered',
  buy: 'Buy Ticket',
  complete: 'Complete Purchase',
  purchased: 'Ticket Purchased',
};

export function isOpen(action: EventAction): boolean {
  return action === 'register' || action === 'buy' || action === 'complete';
}
