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
  return ticket && data ? listOthers(ticket.id, data.tickets) : [];
}
