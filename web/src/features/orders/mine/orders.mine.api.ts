import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { registrationsKey } from '../../../api/query-keys.ts';

export type OwnOrder = Answer<'GET /users/:id/orders'>['orders'][number];

const perPage = 6;

/**
 * The query key begins with the key of the registrations, so that invalidating the registrations also invalidates the
 * orders.
 */
export function ownOrdersQuery(userId: number, page: number) {
  return queryOptions({
    queryKey: [...registrationsKey(userId), 'orders', page],
    queryFn: ({ signal }) =>
      api('GET /users/:id/orders', { params: { id: userId }, query: { page, limit: perPage }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
