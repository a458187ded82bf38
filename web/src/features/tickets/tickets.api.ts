import { queryOptions } from '@tanstack/react-query';
import { registrationsKey } from '../../api/query-keys.ts';
import { type Answer, api } from '../../api/client.ts';
import { findOfflineAnswer, saveOfflineAnswer, type OfflineAnswer } from '../../api/offline-answers.ts';
import { minutes } from '../../api/query-client.ts';

export type Ticket = Answer<'GET /tickets/:id'>['ticket'];

/** A ticket of the signed-in user, with the picture and the category of its event. */
export type OwnTicket = Answer<'GET /tickets/user/:userId'>['tickets'][number];

const offlineName = 'tickets';

/**
 * All tickets of a user. The query key begins with the key of the registrations, so that invalidating the
 * registrations also invalidates the tickets.
 */
export function ticketsQuery(userId: number) {
  return queryOptions({
    queryKey: [...registrationsKey(userId), 'tickets'],
    queryFn: async ({ signal }) => {
      const { tickets } = await api('GET /tickets/user/:userId', { params: { userId }, signal });
      saveOfflineAnswer(userId, offlineName, tickets);
      return tickets;
    },
    staleTime: minutes(5),
  });
}

/** Finds the tickets that this browser stored on an earlier visit, to use when the server cannot be reached. */
export function findOfflineTickets(userId: number): OfflineAnswer<OwnTicket[]> | undefined {
  return findOfflineAnswer(userId, offlineName);
}
