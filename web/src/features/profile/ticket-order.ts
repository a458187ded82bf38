import type { Ticket } from '../tickets/tickets.api.ts';

/**
 * The tickets to have at hand, soonest event first, and those that are over, latest event first.
 * @param now milliseconds since 1970
 */
export function splitTickets<T extends Pick<Ticket, 'status' | 'start_time' | 'end_time'>>(
  tickets: readonly T[],
  now: number,
): { current: T[]; over: T[] } {
  const isCurrent = ({ status, end_time }: T) =>
    (status === 'valid' || status === 'used') && Date.parse(end_time) > now;
  const bySoonest = tickets.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  return {
    current: bySoonest.filter(isCurrent),
    over: bySoonest.filter((ticket) => !isCurrent(ticket)).toReversed(),
  };
}
