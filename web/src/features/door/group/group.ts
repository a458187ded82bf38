import type { OrderedTicket } from '../../orders/orders.api.ts';

/**
 * Counts the other tickets of an order that can be checked in with this one. Tickets that were given to somebody else
 * come alone, so they neither count nor bring the others in.
 */
export function countOthers(
  id: number,
  tickets: readonly Pick<OrderedTicket, 'id' | 'status' | 'transferred_at'>[],
): number {
  const own = tickets.filter(({ transferred_at }) => transferred_at === null);
  if (!own.some((ticket) => ticket.id === id)) return 0;
  return own.filter((ticket) => ticket.id !== id && ticket.status === 'valid').length;
}
