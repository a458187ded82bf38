import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { personalKey } from '../../api/query-keys.ts';

export type ReceivedInvitation = Answer<'GET /teams/invitations'>['invitations'][number];

export function receivedInvitationsQuery(userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'invitations'),
    queryFn: async ({ signal }) => (await api('GET /teams/invitations', { signal })).invitations,
    // The list may change at any time: teams invite people and withdraw invitations, and the user may verify the email
    // address in another tab.
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
}
