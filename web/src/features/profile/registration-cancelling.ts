import type { Ticket } from '../tickets/tickets.api.ts';
import type { MyRegistration } from '../registrations/registrations.api.ts';

/**
 * Returns `open` if the user can cancel the registration, and otherwise the reason why not.
 * @param tickets the user's tickets, which say whether a ticket is used; undefined while they load. Until then, a
 * used ticket counts as unused, and the server refuses to cancel its registration
 */
export function decideCancelling(
  { paid, ticket_code, end_time }: Pick<MyRegistration, 'paid' | 'ticket_code' | 'end_time'>,
  tickets: readonly Pick<Ticket, 'ticket_code' | 'status'>[] | undefined,
  now = new Date(),
): 'open' | 'paid' | 'used' | 'ended' {
  if (new Date(end_time) <= now) return 'ended';
  const ticket = ticket_code !== null && tickets?.find((candidate) => candidate.ticket_code === ticket_code);
  if (ticket && ticket.status === 'used') return 'used';
  return paid ? 'paid' : 'open';
}
