import type { Answer } from '../../../api/client.ts';
import { nameMonth } from '../../../format/dates.ts';
import { pageHead } from '../../../layout/page-head.ts';
import { paths } from '../../../paths.ts';
import type { Site } from '../../../site.ts';
import { dayChoices, defaultView, type EventsView, findShownCategory } from './events-search.ts';

/**
 * Title and description of the events list. Only the categories and the pages of the usual order have addresses of
 * their own in search engines. Searches are kept out of them.
 */
export function eventsHead(
  view: EventsView,
  categories: Answer<'GET /events/categories'> | undefined,
  { origin }: Site,
) {
  // The title must not say a word that is only in the address.
  const shown = findShownCategory(categories, view.category);
  const category = shown?.name;
  const isUsualOrder = (['when', 'month', 'free', 'sort_by', 'order', 'perPage'] as const).every(
    (name) => view[name] === defaultView[name],
  );
  const page = isUsualOrder && view.page > 1 ? view.page : undefined;
  const query = new URLSearchParams({ ...(category && { category }), ...(page && { page: String(page) }) });
  return pageHead({
    title: `${nameList(view, category)}${page ? `, page ${page}` : ''} · Foyer`,
    description: category
      ? `What is on in ${category}: see the coming events, and get a ticket in a minute.`
      : 'What is on: concerts, workshops, meetups and more. Search, filter and find your next event.',
    canonical: `${origin}${paths.events}${query.size > 0 ? `?${String(query)}` : ''}`,
    feed: { category: shown?.id },
    hidden: view.q !== defaultView.q,
  });
}

/** Such as `Free Music events this weekend`. */
function nameList({ when, month, free }: EventsView, category: string | undefined): string {
  const events = [free && 'Free', category, 'events'].filter(Boolean).join(' ');
  const days = (when ? ` ${dayChoices[when].toLowerCase()}` : '') + (month ? ` in ${nameMonth(month)}` : '');
  return events.charAt(0).toUpperCase() + events.slice(1) + days;
}
