import type { Ticket } from '../tickets/tickets.api.ts';

/**
 * Splits tickets into two lists: current tickets, soonest event first, and earlier tickets, latest event first.
 * Earlier tickets are those of past events, and those that were cancelled or refunded.
 * @param now milliseconds since 1970
 */
export function splitTickets<T extends Pick<Ticket, 'status' | 'start_time' | 'end_time'>>(
  tickets: readonly T[],
  now: number,
): { current: T[]; earlier: T[] } {
  const isCurrent = ({ status, end_time }: T) =>
    (status === 'valid' || status === 'used') && Date.parse(end_time) > now;
  const bySoonest = tickets.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  return {
    current: bySoonest.filter(isCurrent),
    earlier: bySoonest.filter((ticket) => !isCurrent(ticket)).toReversed(),
  };
}
