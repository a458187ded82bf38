import { isFree } from '../../../format/money.ts';
import type { FoyerEvent } from '../events.api.ts';

export function describeDeletion({
  highest_price,
  attendee_count,
  status,
  is_past,
}: Pick<FoyerEvent, 'highest_price' | 'attendee_count' | 'status' | 'is_past'>): string {
  const hasAttendeesToTell = status === 'published' && !is_past;
  return [
    attendee_count > 0 &&
      !isFree(highest_price) &&
      'Tickets that somebody paid for have to be refunded first.',
    'The event and its registrations will be gone.',
    hasAttendeesToTell && 'All attendees are told by email.',
    'This action cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ');
}
