import type { Order, OrderedTicket } from '../orders.api.ts';

/** A paid ticket that is not fully refunded. `left` is the rest of its price, in pence. */
export interface RefundableTicket {
  ticket: OrderedTicket;
  left: number;
  isLive: boolean;
}

type Money = Pick<Order, 'total' | 'refunds'>;

/** Returns how much of the order's price can still be refunded, in pence. */
export function countLeft({ total, refunds }: Money): number {
  return Math.max(
    0,
    toPence(total) - liveRefunds(refunds).reduce((sum, { amount }) => sum + toPence(amount), 0),
  );
}

/**
 * Lists the tickets that are not fully refunded. If one refund was for several tickets, its amount is divided among
 * them in proportion to their prices.
 */
export function listRefundable(order: Money & Pick<Order, 'tickets'>): RefundableTicket[] {
  return order.tickets.flatMap((ticket) => {
    const returned = liveRefunds(order.refunds).reduce(
      (sum, refund) => sum + shareOf(ticket, refund, order.tickets),
      0,
    );
    const left = toPence(ticket.price) - returned;
    const isLive = ticket.status === 'valid' || ticket.status === 'used';
    const wasSold = isLive || ticket.status === 'refunded';
    return left > 0 && wasSold ? [{ ticket, left, isLive }] : [];
  });
}

/**
 * Adds up what can still be refunded for the chosen tickets, in pence. The sum never exceeds what can still be
 * refunded for the order.
 */
export function sumLeft(chosen: readonly RefundableTicket[], order: Money): number {
  return Math.min(
    countLeft(order),
    chosen.reduce((sum, { left }) => sum + left, 0),
  );
}

/** Reads a typed amount of money, in pence. Null when the text is not an amount above zero. */
export function readAmount(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(text)) return null;
  const pence = toPence(Number(text));
  return pence > 0 ? pence : null;
}

function shareOf(ticket: OrderedTicket, refund: Order['refunds'][number], all: Order['tickets']): number {
  if (!refund.ticket_ids.includes(ticket.id)) return 0;
  const named = all.filter(({ id }) => refund.ticket_ids.includes(id));
  const price = named.reduce((sum, one) => sum + toPence(one.price), 0);
  return price === 0 ? 0 : Math.floor((toPence(refund.amount) * toPence(ticket.price)) / price);
}

function liveRefunds(refunds: Order['refunds']): Order['refunds'] {
  return refunds.filter(({ status }) => status !== 'failed');
}

function toPence(pounds: number): number {
  return Math.round(pounds * 100);
}
