import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { orderKey } from '../../api/query-keys.ts';

export type Order = Answer<'GET /orders/:number'>['order'];
export type OrderedTicket = Order['tickets'][number];

/** The key opens the order for people without an account. */
export interface OrderAddress {
  number: string;
  key?: string;
}

/** The key is sent in a header, because web addresses end up in logs. */
export function callFor({ number, key }: OrderAddress) {
  return { params: { number }, headers: { 'x-order-key': key } };
}

/** A user id of 0 stands for a guest. */
export function orderQuery(address: OrderAddress, userId: number) {
  return queryOptions({
    queryKey: [...orderKey(userId, address.number), address.key],
    queryFn: async ({ signal }): Promise<Order> => {
      const { order } = await api('GET /orders/:number', { ...callFor(address), signal });
      return { ...order, hold_expires_at: tellHoldEnd(order) };
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Tells by this device's clock when the hold ends. The clock may be hours wrong. */
function tellHoldEnd({ hold_seconds_left: left }: Order): string | null {
  return left === null ? null : new Date(Date.now() + left * 1000).toISOString();
}
