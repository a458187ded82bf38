import { queryOptions } from '@tanstack/react-query';
import { registrationsKey } from '../../api/query-keys.ts';
import { type Answer, api } from '../../api/client.ts';
import { minutes } from '../../api/query-client.ts';

export type MyRegistration = Answer<'GET /users/:id/registrations'>['registrations'][number];

/** The id of the part of an event's page that shows the user's own ticket. */
export const ticketPurchase = 'ticket-purchase';

/** All active registrations of a user and whether they are paid. All event cards and the profile share this call. */
export function registrationsQuery(userId: number) {
  return queryOptions({
    queryKey: registrationsKey(userId),
    queryFn: async ({ signal }) => {
      const answer = await api('GET /users/:id/registrations', { params: { id: userId }, signal });
      return answer.registrations;
    },
    staleTime: minutes(5),
  });
}
