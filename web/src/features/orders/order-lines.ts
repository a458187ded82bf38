import type { Order } from './orders.api.ts';

export interface OrderLine {
  name: string;
  quantity: number;
  /** The sum of the list prices in pounds. */
  price: number;
}

/** Counts each place once: a place that was bought again has several tickets, and the last counts. */
export function listLines(tickets: Order['tickets']): OrderLine[] {
  const last = tickets.filter(({ place }, index) => tickets[index + 1]?.place !== place);
  const groups = Map.groupBy(last, (ticket) => `${ticket.ticket_type_id} ${ticket.list_price}`);
  return [...groups.values()].map((group) => ({
    name: group[0]?.type_name ?? '',
    quantity: group.length,
    price: group.reduce((pence, { list_price }) => pence + Math.round(list_price * 100), 0) / 100,
  }));
}
