import { isFree } from '../../../format/money.ts';
import type { FoyerEvent } from '../events.api.ts';

export function describeDeletion({
  title,
  price,
  status,
  is_past,
}: Pick<FoyerEvent, 'title' | 'price' | 'status' | 'is_past'>): string {
  const hasAttendeesToTell = status === 'published' && !is_past;
  return [
    `“${title}” and its registrations will be gone.`,
    hasAttendeesToTell && 'All attendees are told by email.',
    !isFree(price) && 'Paid tickets have to be refunded first.',
    'This action cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ');
}
