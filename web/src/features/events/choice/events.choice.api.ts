import { queryOptions } from '@tanstack/react-query';
import { CallError } from '../../../api/call-error.ts';
import { type Answer, api } from '../../../api/client.ts';
import { orderKey, ticketTypesKey } from '../../../api/query-keys.ts';

export type Offers = Answer<'GET /events/:id/ticket-types'>;
export type Offer = Offers['ticket_types'][number];

export interface OffersRequest {
  eventId: number;
  key?: string;
  code?: string;
  /**
   * The id of the signed-in user if the event is private and its key is not known. Otherwise 0, because everybody gets
   * the same answer.
   */
  userId?: number;
}

/** How long ticket types count as fresh, in milliseconds. They sell quickly. */
const freshFor = 20_000;

/** Null means that the caller may not see the event. */
export function offersQuery({ eventId, key, code, userId = 0 }: OffersRequest) {
  return queryOptions({
    queryKey: [...ticketTypesKey(eventId), { key, code, userId }],
    queryFn: async ({ signal }): Promise<Offers | null> => {
      try {
        const query = { key, code };
        const anonymous = userId === 0;
        const call = { params: { id: eventId }, query, anonymous, signal };
        return await api('GET /events/:id/ticket-types', call);
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: freshFor,
    refetchOnWindowFocus: true,
  });
}

/** Until when the tickets of an order are held for its buyer. Null if the order is not open any more, or unknown. */
export function heldUntilQuery({ number, key }: { number: string; key?: string }, userId: number) {
  return queryOptions({
    queryKey: [...orderKey(userId, number), key, 'held-until'],
    queryFn: async ({ signal }): Promise<string | null> => {
      try {
        const call = { params: { number }, headers: { 'x-order-key': key }, signal };
        const { order } = await api('GET /orders/:number', call);
        const until = order.status === 'held' ? order.hold_expires_at : null;
        // The server ends a hold a moment after its time.
        return until !== null && Date.parse(until) > Date.now() ? until : null;
      } catch (error) {
        if (error instanceof CallError && [403, 404].includes(error.status)) return null;
        throw error;
      }
    },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? freshFor : false),
    refetchOnWindowFocus: 'always',
  });
}
