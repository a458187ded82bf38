import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { personalKey } from '../../api/query-keys.ts';

export type Consequences = Answer<'GET /users/:id/deletion'>;

/** What follows when the user deletes the account. */
export function consequencesQuery(userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'deletion'),
    queryFn: ({ signal }) => api('GET /users/:id/deletion', { params: { id: userId }, signal }),
    staleTime: 0,
  });
}
