import { formatMoney } from '../../../format/money.ts';
import { describeCancelling } from '../../tickets/event-words.ts';
import type { Order, OrderedTicket } from '../orders.api.ts';

type Cancellable = Pick<OrderedTicket, 'status' | 'price' | 'transferred_at'>;
type Terms = Pick<Order, 'status' | 'cancel_until' | 'event'>;

/**
 * Whether the buyer can cancel this ticket. A free ticket can be cancelled until the event starts, and a paid ticket
 * until the time in `cancel_until`.
 * @param now milliseconds since 1970
 */
export function mayCancel(ticket: Cancellable, { status, cancel_until, event }: Terms, now: number): boolean {
  if (status !== 'confirmed' || ticket.status !== 'valid' || ticket.transferred_at !== null) return false;
  if (ticket.price === 0) return Date.parse(event.start_time) > now;
  return cancel_until !== null && Date.parse(cancel_until) > now;
}

/** Says how much money the buyer gets back for these tickets. Null when the tickets were free. */
export function describeMoneyBack(
  tickets: readonly Pick<OrderedTicket, 'id' | 'price'>[],
  refunds: Order['refunds'],
): string | null {
  const pence = tickets.reduce((sum, { price }) => sum + Math.round(price * 100), 0);
  if (pence === 0) return null;
  const ids = new Set(tickets.map(({ id }) => id));
  const isTouched = refunds.some(
    ({ status, ticket_ids }) => status !== 'failed' && ticket_ids.some((id) => ids.has(id)),
  );
  // A refund of several tickets does not say how much each ticket got. So after a refund of one of these tickets, the
  // text names no amount.
  const what = isTouched ? 'What is left of the price' : formatMoney(pence / 100);
  return `${what} goes back to the card you paid with. Banks usually show it within 5 to 10 days.`;
}

/**
 * Says until when the buyer gets money back, or why not. Null when the buyer has no paid ticket to cancel.
 * @param write writes a time with its date
 */
export function describeTerms(
  { status, cancel_until, allows_transfers, tickets }: Terms & Pick<Order, 'allows_transfers' | 'tickets'>,
  now: number,
  write: (time: string) => string,
): string | null {
  const hasPaid = tickets.some(
    (ticket) => ticket.price > 0 && ticket.status === 'valid' && ticket.transferred_at === null,
  );
  if (status !== 'confirmed' || !hasPaid) return null;
  if (cancel_until !== null && Date.parse(cancel_until) <= now) {
    return `You could cancel and get your money back until ${write(cancel_until)}.`;
  }
  const rule = describeCancelling(cancel_until, now, write);
  if (cancel_until !== null) return rule;
  return allows_transfers
    ? `${rule} If you cannot come, give them to somebody else.`
    : `${rule} If you cannot come, change the name on the ticket or ask the organiser.`;
}
