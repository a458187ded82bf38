import type { BadgeTone } from '../../../ui/badge.tsx';
import type { UserRegistration, UserTicket } from '../admin.api.ts';
import { stateTones } from '../../tickets/state-tones.ts';

const words: Record<UserRegistration['status'], string> = {
  registered: 'Registered',
  cancelled: 'Cancelled',
  expired: 'Expired',
};

export function describeRegistration(
  {
    id,
    status,
    event_status,
    hold_expires_at,
  }: Pick<UserRegistration, 'id' | 'status' | 'event_status' | 'hold_expires_at'>,
  tickets: Pick<UserTicket, 'registration_id' | 'status'>[],
): { word: string; tone: BadgeTone } {
  if (status !== 'registered') return { word: words[status], tone: stateTones[status] };
  if (tickets.some((ticket) => ticket.registration_id === id && ticket.status === 'used')) {
    return { word: 'Checked in', tone: stateTones.checkedIn };
  }
  if (event_status === 'cancelled') return { word: 'Event cancelled', tone: stateTones.eventCancelled };
  return hold_expires_at
    ? { word: 'Holds a place', tone: stateTones.unpaid }
    : { word: words.registered, tone: stateTones.registered };
}
