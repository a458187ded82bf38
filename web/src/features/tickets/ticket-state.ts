import type { BadgeTone } from '../../ui/badge.tsx';
import type { Ticket } from './tickets.api.ts';

export interface TicketState {
  word: string;
  tone: BadgeTone;
  /** The door would let its holder in. */
  admits: boolean;
}

const ticketStates: Record<Ticket['status'], TicketState> = {
  valid: { word: 'Valid', tone: 'good', admits: true },
  used: { word: 'Used', tone: 'neutral', admits: false },
  cancelled: { word: 'Cancelled', tone: 'bad', admits: false },
  refunded: { word: 'Refunded', tone: 'warn', admits: false },
};

/** @param now milliseconds since 1970 */
export function ticketStateOf({ status, end_time }: Pick<Ticket, 'status' | 'end_time'>, now: number) {
  const missed = status === 'valid' && Date.parse(end_time) <= now;
  return missed
    ? ({ word: 'Ended', tone: 'neutral', admits: false } satisfies TicketState)
    : ticketStates[status];
}
