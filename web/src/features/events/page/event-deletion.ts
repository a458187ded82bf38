import { isFree } from '../../../format/money.ts';
import type { FoyerEvent } from '../events.api.ts';

/** What deleting the event means, for the question before it. */
export function describeDeletion({
  title,
  price,
  status,
  is_past,
}: Pick<FoyerEvent, 'title' | 'price' | 'status' | 'is_past'>): string {
  const isAwaited = status === 'published' && !is_past;
  return [
    `“${title}” and its registrations will be gone.`,
    isAwaited && 'Whoever was coming is told by mail.',
    !isFree(price) && 'Paid tickets have to be refunded first.',
    'This action cannot be undone.',
  ]
    .filter(Boolean)
    .join(' ');
}
