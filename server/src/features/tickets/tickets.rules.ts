import type { ErrorCode } from '@foyer/contract/errors.ts';
import type { TicketStatus } from '../../db/order-tables.ts';
import type { EventStatus } from '../../db/tables.ts';
import { ApiError } from '../../http/errors.ts';

type TicketRefusal = Extract<
  ErrorCode,
  'ticket_used' | 'ticket_cancelled' | 'ticket_refunded' | 'event_cancelled' | 'event_ended'
>;

export const refusedStatus: Record<TicketStatus, TicketRefusal | null> = {
  valid: null,
  used: 'ticket_used',
  cancelled: 'ticket_cancelled',
  refunded: 'ticket_refunded',
  // A ticket that was never issued has no code to show at the door, but may be found by its id.
  held: 'ticket_cancelled',
  expired: 'ticket_cancelled',
};

export function findEntryRefusal(
  ticket: { status: TicketStatus; event_status: EventStatus; end_time: Date },
  now: Date,
): TicketRefusal | null {
  const refusal = refusedStatus[ticket.status];
  if (refusal) return refusal;
  if (ticket.event_status === 'cancelled') return 'event_cancelled';
  return ticket.end_time <= now ? 'event_ended' : null;
}

/** Throws if the ticket is cancelled or refunded, but not if the ticket is used. */
export function assertLive({ status }: { status: TicketStatus }): void {
  if (status === 'cancelled' || status === 'refunded') throw new ApiError(`ticket_${status}`);
}

/** Chooses the name for a printed ticket. A ticket without a name is for the buyer. */
export function printTicket<Ticket extends { attendee_name: string | null; username: string }>(
  ticket: Ticket,
): Ticket & { name: string } {
  return { ...ticket, name: ticket.attendee_name ?? ticket.username };
}

/** Whether this ticket cost money and can end only with a refund. A free ticket of a paid order cost nothing. */
export function needsRefund(ticket: { paid: boolean; price_pence: number; status: TicketStatus }): boolean {
  return isPaidAndLive(ticket) && ticket.price_pence > 0;
}

/** Whether the holder of this ticket counts as having paid. A cancelled or refunded ticket does not count. */
export function isPaidAndLive(ticket: { paid: boolean; status: TicketStatus }): boolean {
  return ticket.paid && (ticket.status === 'valid' || ticket.status === 'used');
}
