import type { BadgeTone } from '../../ui/badge.tsx';
import type { Ticket } from './tickets.api.ts';
import { stateTones } from './state-tones.ts';

export interface TicketState {
  word: string;
  tone: BadgeTone;
  admits: boolean;
}

export const ticketStates: Record<Ticket['status'], TicketState> = {
  valid: { word: 'Valid', tone: stateTones.valid, admits: true },
  used: { word: 'Used', tone: stateTones.used, admits: false },
  cancelled: { word: 'Cancelled', tone: stateTones.cancelled, admits: false },
  refunded: { word: 'Refunded', tone: stateTones.refunded, admits: false },
};

export const refunding: TicketState = { word: 'Refund under way', tone: stateTones.refunding, admits: false };
const eventCancelled: TicketState = {
  word: 'Event cancelled',
  tone: stateTones.eventCancelled,
  admits: false,
};
const ended: TicketState = { word: 'Ended', tone: stateTones.ended, admits: false };

type Facts = Pick<Ticket, 'status' | 'refund_pending' | 'event_status' | 'end_time'>;

/** @param now milliseconds since 1970 */
export function ticketStateOf(ticket: Facts, now: number): TicketState {
  const { status, refund_pending, event_status, end_time } = ticket;
  if (status === 'refunded' && refund_pending) return refunding;
  if (status !== 'valid') return ticketStates[status];
  if (event_status === 'cancelled') return eventCancelled;
  return Date.parse(end_time) <= now ? ended : ticketStates.valid;
}
