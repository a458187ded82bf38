import type { Order, OrderedTicket } from '../orders.api.ts';

/** A ticket of a paid order. `left` is the part of its price that is not refunded yet, in pence. */
export interface RefundableTicket {
  ticket: OrderedTicket;
  left: number;
  isLive: boolean;
}

type Money = Pick<Order, 'refundable'>;

/** Returns how much of the order's last payment can still be refunded, in pence. */
export function countLeft({ refundable }: Money): number {
  return toPence(refundable?.left ?? 0);
}

/**
 * Lists the tickets of the last payment that a refund can end or pay back: all live ones, also free ones, and those
 * refunded tickets that are not fully refunded.
 */
export function listRefundable({ refundable, tickets }: Money & Pick<Order, 'tickets'>): RefundableTicket[] {
  const left = new Map(refundable?.tickets.map((ticket) => [ticket.id, toPence(ticket.left)]));
  return tickets.flatMap((ticket) => {
    const leftOfTicket = left.get(ticket.id);
    if (leftOfTicket === undefined) return [];
    const isLive = ticket.status === 'valid' || ticket.status === 'used';
    const isOwed = ticket.status === 'refunded' && leftOfTicket > 0;
    return isLive || isOwed ? [{ ticket, left: leftOfTicket, isLive }] : [];
  });
}

/**
 * Whether the refund dialog chooses this ticket before the team does. The team must choose a used ticket itself before
 * the ticket ends, because its guest is probably inside.
 */
export function isChosenAtFirst({ status }: Pick<OrderedTicket, 'status'>, isEnding: boolean): boolean {
  return !(isEnding && status === 'used');
}

/**
 * Adds up what can still be refunded for the chosen tickets, in pence. The sum never exceeds what can still be
 * refunded for the payment.
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

function toPence(pounds: number): number {
  return Math.round(pounds * 100);
}
