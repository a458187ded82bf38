import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { personalKey } from '../../../api/query-keys.ts';

export type FollowedTeam = Answer<'GET /follows'>['teams'][number];

/** The teams that the user follows with their verified address. */
export function followsQuery(userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'follows'),
    queryFn: async ({ signal }): Promise<FollowedTeam[]> => (await api('GET /follows', { signal })).teams,
    // A link in a mail may have changed it.
    staleTime: 0,
  });
}
