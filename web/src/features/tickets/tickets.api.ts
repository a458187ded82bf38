import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { minutes } from '../../api/query-client.ts';
import { registrationsQuery } from '../registrations/registrations.api.ts';

export type Ticket = Answer<'GET /tickets/user/:userId'>['tickets'][number];

/** All tickets of a user. What makes the registrations out of date, under whose key they are, does so to them. */
export function ticketsQuery(userId: number) {
  return queryOptions({
    queryKey: [...registrationsQuery(userId).queryKey, 'tickets'],
    queryFn: async ({ signal }) => {
      const { tickets } = await api('GET /tickets/user/:userId', { params: { userId }, signal });
      return tickets;
    },
    staleTime: minutes(5),
  });
}
