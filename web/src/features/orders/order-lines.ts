import type { Order } from './orders.api.ts';

export interface OrderLine {
  name: string;
  quantity: number;
  /** The sum of the list prices in pounds. */
  price: number;
}

type Ticket = Order['tickets'][number];

/** Counts each place once: a place that was bought again has several tickets, and the last counts. */
export function listLines(tickets: readonly Ticket[]): OrderLine[] {
  const last = tickets.filter((_, index) => isLast(tickets, index));
  const groups = Map.groupBy(last, (ticket) => `${ticket.ticket_type_id} ${ticket.list_price}`);
  return [...groups.values()].map((group) => ({
    name: group[0]?.type_name ?? '',
    quantity: group.length,
    price: group.reduce((pence, { list_price }) => pence + Math.round(list_price * 100), 0) / 100,
  }));
}

/**
 * Lists the tickets that people need to see, and those that are still valid first. Leaves out a ticket that was given
 * back or expired before the same place was bought again, because the newer ticket replaces it.
 */
export function listShown(tickets: readonly Ticket[]): Ticket[] {
  return tickets
    .filter(({ status }, index) => isLast(tickets, index) || (status !== 'cancelled' && status !== 'expired'))
    .toSorted((one, other) => Number(isLive(other)) - Number(isLive(one)));
}

/** Whether the buyer can still use the ticket. A ticket that was given away belongs to another attendee. */
export function isOwnTicket({ status, transferred_at }: Ticket): boolean {
  return status === 'valid' && transferred_at === null;
}

function isLast(tickets: readonly Ticket[], index: number): boolean {
  return tickets[index + 1]?.place !== tickets[index]?.place;
}

function isLive({ status }: Ticket): boolean {
  return status === 'valid' || status === 'used';
}
