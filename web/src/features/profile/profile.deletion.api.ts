import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { personalKey } from '../../api/query-keys.ts';

export type Consequences = Answer<'GET /users/:id/deletion'>;

export function consequencesQuery(userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'deletion'),
    queryFn: ({ signal }) => api('GET /users/:id/deletion', { params: { id: userId }, signal }),
    staleTime: 0,
  });
}
