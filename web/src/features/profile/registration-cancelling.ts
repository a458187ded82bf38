import type { Ticket } from '../tickets/tickets.api.ts';
import type { MyRegistration } from '../registrations/registrations.api.ts';

/**
 * Whether a registration's holder may give it back themselves: a paid ticket is refunded by the team instead, a used
 * one has let somebody in, and an event that is over has nothing to give back.
 * @param tickets the holder's tickets, undefined while they are unknown: then the server tells
 */
export function decideCancelling(
  { paid, ticket_code, end_time }: Pick<MyRegistration, 'paid' | 'ticket_code' | 'end_time'>,
  tickets: readonly Pick<Ticket, 'ticket_code' | 'status'>[] | undefined,
  now = new Date(),
): 'open' | 'paid' | 'over' {
  if (new Date(end_time) <= now) return 'over';
  const ticket = ticket_code !== null && tickets?.find((candidate) => candidate.ticket_code === ticket_code);
  if (ticket && ticket.status === 'used') return 'over';
  return paid ? 'paid' : 'open';
}
