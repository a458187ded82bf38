import { queryOptions } from '@tanstack/react-query';
import { registrationsKey } from '../../api/query-keys.ts';
import { type Answer, api } from '../../api/client.ts';
import { findKeptAnswer, keepAnswer, type KeptAnswer } from '../../api/kept-answers.ts';
import { minutes } from '../../api/query-client.ts';

export type Ticket = Answer<'GET /tickets/user/:userId'>['tickets'][number];

const keptName = 'tickets';

/** All tickets of a user. What makes the registrations out of date, under whose key they are, does so to them. */
export function ticketsQuery(userId: number) {
  return queryOptions({
    queryKey: [...registrationsKey(userId), 'tickets'],
    queryFn: async ({ signal }) => {
      const { tickets } = await api('GET /tickets/user/:userId', { params: { userId }, signal });
      keepAnswer(userId, keptName, tickets);
      return tickets;
    },
    staleTime: minutes(5),
  });
}

/** The tickets as this browser has last seen them, for where the server cannot be asked. */
export function findKeptTickets(userId: number): KeptAnswer<Ticket[]> | undefined {
  return findKeptAnswer(userId, keptName);
}
