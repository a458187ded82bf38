import type { EventListPage } from '../events.api.ts';

/**
 * Which of the events a page of the list shows; of a search, how many there are. Nothing for a page without events.
 * @param q what was searched for
 */
export function summariseList(list: EventListPage, q: string): string {
  if (q) return `Found ${list.total_events} matching events`;
  if (list.events.length === 0) return '';
  const first = (list.page - 1) * list.limit + 1;
  return `Showing ${first} to ${first + list.events.length - 1} of ${list.total_events} events`;
}
