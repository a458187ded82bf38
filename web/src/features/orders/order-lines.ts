import type { Order } from './orders.api.ts';

export interface OrderLine {
  name: string;
  quantity: number;
  /** The sum of the list prices in pounds. */
  price: number;
}

export function listLines(tickets: Order['tickets']): OrderLine[] {
  const groups = Map.groupBy(tickets, (ticket) => `${ticket.ticket_type_id} ${ticket.list_price}`);
  return [...groups.values()].map((group) => ({
    name: group[0]?.type_name ?? '',
    quantity: group.length,
    price: group.reduce((pence, { list_price }) => pence + Math.round(list_price * 100), 0) / 100,
  }));
}
