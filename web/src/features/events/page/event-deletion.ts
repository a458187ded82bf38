import { isFree } from '../../../format/money.ts';
import type { FoyerEvent } from '../events.api.ts';

export function describeDeletion({
  title,
  highest_price,
  attendee_count,
  status,
  is_past,
}: Pick<FoyerEvent, 'title' | 'highest_price' | 'attendee_count' | 'status' | 'is_past'>): string {
  const hasAttendeesToTell = status === 'published' && !is_past;
  return [
    `“${title}” and its registrations will be gone.`,
    hasAttendeesToTell && 'All attendees are told by email.',
    attendee_count > 0 &&
      !isFree(highest_price) &&
      'Tickets that somebody paid for have to be refunded first.',
    'This action cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ');
}
