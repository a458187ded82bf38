import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { personalKey } from '../../../api/query-keys.ts';

export type PromoCode = Answer<'GET /events/:id/promo-codes'>['promo_codes'][number];

const perPage = 20;

/**
 * The query key of each page of an event's promo codes begins with these parts. Invalidating them reloads all pages.
 */
export function promoCodesKey(eventId: number, userId: number) {
  return personalKey(userId, 'promo-codes', eventId);
}

/**
 * One page of the promo codes that work for an event: its own codes, and its team's codes for all events. The page
 * is loaded again on each visit, because the numbers of uses change.
 */
export function promoCodesQuery(eventId: number, userId: number, page: number) {
  return queryOptions({
    queryKey: [...promoCodesKey(eventId, userId), page],
    queryFn: ({ signal }) =>
      api('GET /events/:id/promo-codes', {
        params: { id: eventId },
        query: { limit: perPage, page },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
