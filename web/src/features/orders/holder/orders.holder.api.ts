import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';

export type ReceivedTicket = Answer<'GET /tickets/:id/held'>['ticket'];

export interface TicketAddress {
  id: number;
  key: string;
}

/** The key is sent in a header, because web addresses end up in logs. */
export function callFor({ id, key }: TicketAddress) {
  return { params: { id }, headers: { 'x-ticket-key': key } };
}

/** The ticket is read again on each visit, because its state changes. */
export function receivedTicketQuery(address: TicketAddress) {
  return queryOptions({
    queryKey: ['received-ticket', address.id, address.key],
    queryFn: async ({ signal }): Promise<ReceivedTicket> =>
      (await api('GET /tickets/:id/held', { ...callFor(address), signal })).ticket,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}
