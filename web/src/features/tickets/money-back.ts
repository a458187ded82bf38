import type { Ticket } from './tickets.api.ts';

/**
 * Tells the buyer of a ticket for a cancelled event whether the money has gone back. Null when nothing was paid, or
 * while a dispute is open.
 * @param tickets the buyer's tickets for that event, oldest first
 */
export function explainMoneyBack(
  tickets: Pick<Ticket, 'paid' | 'disputed' | 'status' | 'refund_pending'>[],
): string | null {
  const bought = tickets.findLast(({ paid }) => paid);
  if (!bought || bought.disputed) return null;
  const isBack = bought.status === 'refunded' && !bought.refund_pending;
  return `Your money ${isBack ? 'has gone' : 'goes'} back to the card it came from.`;
}
