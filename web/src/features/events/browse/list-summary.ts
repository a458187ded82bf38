import { formatCount } from '../../../format/counts.ts';
import type { EventListPage } from '../events.api.ts';

/**
 * Says which events of the list are on the page, or how many a search found. Empty when there is nothing to count.
 * @param q the search; empty when there is none
 * @param outdated the list belongs to the last view, and the list of this view is still loading
 */
export function summariseList(list: EventListPage, q: string, outdated: boolean): string {
  if (outdated) return q ? 'Searching…' : 'Loading events...';
  if (list.total_events === 0) return '';
  if (q) return `Found ${formatCount(list.total_events, 'matching event')}`;
  if (list.events.length === 0) return '';
  const first = (list.page - 1) * list.limit + 1;
  return `Showing ${first} to ${first + list.events.length - 1} of ${formatCount(list.total_events, 'event')}`;
}
