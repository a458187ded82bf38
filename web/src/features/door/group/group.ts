import type { OrderedTicket } from '../../orders/orders.api.ts';

/**
 * Lists the ids of the other tickets of an order that can be checked in together with this ticket. A ticket that the
 * buyer has given to somebody else is always checked in alone.
 */
export function listOthers(
  id: number,
  tickets: readonly Pick<OrderedTicket, 'id' | 'status' | 'transferred_at'>[],
): number[] {
  const own = tickets.filter(({ transferred_at }) => transferred_at === null);
  if (!own.some((ticket) => ticket.id === id)) return [];
  return own.filter((ticket) => ticket.id !== id && ticket.status === 'valid').map((ticket) => ticket.id);
}
