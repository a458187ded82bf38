import { formatCount } from '../../../format/counts.ts';
import type { EventListPage } from '../events.api.ts';

/**
 * The line above the list: which events are on this page, or how many events the search found. The line is
 * empty when there are no events.
 * @param q the search text; empty when the user does not search
 * @param outdated true while a new list is loading, and the screen still shows the previous one
 */
export function summariseList(list: EventListPage, q: string, outdated: boolean): string {
  if (outdated) return q ? 'Searching…' : 'Loading events...';
  if (list.total_events === 0) return '';
  if (q) return `Found ${formatCount(list.total_events, 'matching event')}`;
  if (list.events.length === 0) return '';
  const first = (list.page - 1) * list.limit + 1;
  return `Showing ${first} to ${first + list.events.length - 1} of ${formatCount(list.total_events, 'event')}`;
}
