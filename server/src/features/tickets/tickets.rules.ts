import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@foyer/contract/errors.ts';
import type { TicketStatus } from '../../db/tables.ts';

/** 144 random bits in a URL-safe alphabet. */
export function makeTicketCode(): string {
  return randomBytes(18).toString('base64url');
}

type TicketRefusal = Extract<
  ErrorCode,
  'ticket_used' | 'ticket_cancelled' | 'ticket_refunded' | 'event_ended'
>;

const refusedStatus: Record<TicketStatus, TicketRefusal | null> = {
  valid: null,
  used: 'ticket_used',
  cancelled: 'ticket_cancelled',
  refunded: 'ticket_refunded',
};

/** Why the door would turn this ticket away, null when it would not. */
export function findEntryRefusal(
  ticket: { status: TicketStatus; end_time: Date },
  now: Date,
): TicketRefusal | null {
  return refusedStatus[ticket.status] ?? (ticket.end_time <= now ? 'event_ended' : null);
}

/** A live paid ticket is what "has paid" means. */
export function isPaidAndLive(ticket: { paid: boolean; status: TicketStatus }): boolean {
  return ticket.paid && (ticket.status === 'valid' || ticket.status === 'used');
}
