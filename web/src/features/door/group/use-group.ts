import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../api/session.ts';
import { orderQuery } from '../../orders/orders.api.ts';
import type { ShownTicket } from '../door.api.ts';
import { listOthers } from './group.ts';

/**
 * Returns the ids of the other tickets of the same order that could be checked in together with this ticket.
 * @param ticket null for no ticket: the result is then empty
 */
export function useGroup(ticket: ShownTicket | null): number[] {
  const { user } = useSession();
  const { data } = useQuery({
    ...orderQuery({ number: ticket?.order_number ?? '' }, user?.id ?? 0),
    enabled: ticket !== null,
  });
  if (!ticket || !data) return [];
  const tickets = data.tickets.map((one) => ({ ...one, is_transferred: one.transferred_at !== null }));
  return listOthers(ticket.id, tickets);
}
