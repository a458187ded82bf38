import type { Ticket } from '../tickets/tickets.api.ts';
import type { MyRegistration } from './registrations.api.ts';

/**
 * Whether a registration's holder may give it back themselves: a paid ticket is refunded by the team instead, a used
 * one has let somebody in, and an event that is over has nothing to give back.
 * @param tickets the holder's tickets, undefined while they are unknown: then the server tells
 */
export function isCancellable(
  { paid, ticket_code, end_time }: Pick<MyRegistration, 'paid' | 'ticket_code' | 'end_time'>,
  tickets: readonly Pick<Ticket, 'ticket_code' | 'status'>[] | undefined,
  now = new Date(),
): boolean {
  if (paid || new Date(end_time) <= now) return false;
  const ticket = ticket_code !== null && tickets?.find((candidate) => candidate.ticket_code === ticket_code);
  return !ticket || ticket.status !== 'used';
}
