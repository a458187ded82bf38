import type { Ticket } from './tickets.api.ts';

/** Returns who a ticket is for. Tickets without a name are for the buyer, who may have only a username. */
export function nameOnTicket({
  attendee_name,
  username,
}: Pick<Ticket, 'attendee_name' | 'username'>): string {
  return attendee_name ?? username;
}
