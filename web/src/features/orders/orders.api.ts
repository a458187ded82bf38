import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { orderKey } from '../../api/query-keys.ts';

export type Order = Answer<'GET /orders/:number'>['order'];
export type OrderedTicket = Order['tickets'][number];

/** An order, with the key that opens it for people without an account. */
export interface OrderAddress {
  number: string;
  key?: string;
}

/** What calls about one order send: its number, and its key in a header, because addresses end up in logs. */
export function callFor({ number, key }: OrderAddress) {
  return { params: { number }, headers: { 'x-order-key': key } };
}

/** An order as its buyer sees it. A user id of 0 stands for a guest. */
export function orderQuery(address: OrderAddress, userId: number) {
  return queryOptions({
    queryKey: [...orderKey(userId, address.number), address.key],
    queryFn: async ({ signal }): Promise<Order> => {
      const { order } = await api('GET /orders/:number', { ...callFor(address), signal });
      return order;
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}
