import { queryOptions } from '@tanstack/react-query';
import { registrationsKey } from '../../api/query-keys.ts';
import { type Answer, api } from '../../api/client.ts';
import { findOfflineAnswer, saveOfflineAnswer, type OfflineAnswer } from '../../api/offline-answers.ts';
import { minutes } from '../../api/query-client.ts';

export type Ticket = Answer<'GET /tickets/user/:userId'>['tickets'][number];

const keptName = 'tickets';

/** All tickets of a user. What makes the registrations out of date, under whose key they are, does so to them. */
export function ticketsQuery(userId: number) {
  return queryOptions({
    queryKey: [...registrationsKey(userId), 'tickets'],
    queryFn: async ({ signal }) => {
      const { tickets } = await api('GET /tickets/user/:userId', { params: { userId }, signal });
      saveOfflineAnswer(userId, keptName, tickets);
      return tickets;
    },
    staleTime: minutes(5),
  });
}

/** The tickets as this browser has last seen them, for where the server cannot be asked. */
export function findKeptTickets(userId: number): OfflineAnswer<Ticket[]> | undefined {
  return findOfflineAnswer(userId, keptName);
}
