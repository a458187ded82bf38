import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { eventsKey, orderKey, personalKey, viewerEventKey } from '../../../api/query-keys.ts';
import type { SoldView } from './sold-search.ts';

export type SoldOrder = Answer<'GET /events/:id/orders'>['orders'][number];

const perPage = 50;

/** The query key of each list of an event's orders begins with these parts. Invalidating them reloads all lists. */
export function soldOrdersKey(eventId: number, userId: number) {
  return personalKey(userId, 'sold-orders', eventId);
}

/** Lists the query keys of all data that a refund or the end of a ticket changes. */
export function listKeysOfSale({ number, eventId }: { number: string; eventId: number }, userId: number) {
  return [
    orderKey(userId, number),
    soldOrdersKey(eventId, userId),
    personalKey(userId, 'attendees', eventId),
    viewerEventKey(eventId, userId),
    eventsKey,
  ];
}

/** Writes the filters of the list as query parameters of the API. */
export function filtersOf({ q, status, type, channel }: Omit<SoldView, 'page'>) {
  return { search: q || undefined, status, ticket_type_id: type, channel };
}

/** Loaded again on each visit, because orders come in all the time. */
export function soldOrdersQuery(eventId: number, userId: number, { page, ...view }: SoldView) {
  return queryOptions({
    queryKey: [...soldOrdersKey(eventId, userId), view, page],
    queryFn: async ({ signal }) => {
      const query = { ...filtersOf(view), page, limit: perPage };
      const answer = await api('GET /events/:id/orders', { params: { id: eventId }, query, signal });
      // While another page loads, these orders stay on the screen. So keep the page number with them.
      return { ...answer, skipped: (page - 1) * perPage };
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });
}
