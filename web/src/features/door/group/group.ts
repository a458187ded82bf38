import type { OrderedTicket } from '../../orders/orders.api.ts';
import type { DoorGuest } from '../guests/door.guests.api.ts';

/** A ticket of an order. A list that an older Foyer kept on this device does not say whether a ticket was given away. */
type GroupTicket = Pick<OrderedTicket, 'id' | 'status'> & Partial<Pick<DoorGuest, 'is_transferred'>>;

/** Whether a ticket can be checked in with others. A ticket that the buyer gave to somebody else comes alone. */
const canComeAlong = ({ status, is_transferred }: GroupTicket) =>
  status === 'valid' && is_transferred === false;

/**
 * Lists the ids of the other tickets of an order that can be checked in together with this ticket. A ticket that the
 * buyer has given to somebody else is always checked in alone.
 */
export function listOthers(id: number, tickets: readonly GroupTicket[]): number[] {
  const shown = tickets.find((ticket) => ticket.id === id);
  if (shown?.is_transferred !== false) return [];
  return tickets.filter((ticket) => ticket.id !== id && canComeAlong(ticket)).map((ticket) => ticket.id);
}

/** Finds the others of an order in the list of guests. */
export function findGroup(guests: readonly DoorGuest[], id: number): number[] {
  const number = guests.find((guest) => guest.id === id)?.order_number;
  return listOthers(
    id,
    guests.filter(({ order_number }) => order_number === number),
  );
}

/** Lists the tickets that can be checked in together if all of these guests are of one order. */
export function listTogether(found: readonly DoorGuest[]): number[] {
  const numbers = new Set(found.map(({ order_number }) => order_number));
  return numbers.size === 1 ? found.filter(canComeAlong).map(({ id }) => id) : [];
}

/** The label of the button that checks in the rest of an order. */
export function describeRest(count: number): string {
  return `Check in ${count === 1 ? 'the other ticket' : `the other ${count}`}`;
}
