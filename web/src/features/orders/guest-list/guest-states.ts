import type { Answer } from '../../../api/client.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

export type GuestTicket = Answer<'GET /tickets/event/:eventId'>['tickets'][number];

/**
 * Describes a complimentary ticket.
 * @param isUndelivered whether the mail with the ticket did not reach the guest
 */
export function describeGuestTicket(
  { status }: Pick<GuestTicket, 'status'>,
  isUndelivered: boolean,
): { word: string; tone: BadgeTone } {
  if (status === 'used') return { word: 'Checked in', tone: 'good' };
  if (status !== 'valid') return { word: 'Cancelled', tone: 'outline' };
  return isUndelivered ? { word: 'Not delivered', tone: 'bad' } : { word: 'Invited', tone: 'blue' };
}

/** Groups the tickets of an event by the numbers of their orders. */
export function groupByOrder(tickets: readonly GuestTicket[]): ReadonlyMap<string, GuestTicket[]> {
  return Map.groupBy(tickets, (ticket) => ticket.order_number);
}
