import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { teamKey } from '../../teams/teams.api.ts';

type TeamMoney = Answer<'GET /teams/:id/money'>;
export type EventMoney = TeamMoney['totals'];
export type MoneyOfEvent = TeamMoney['events'][number];
export type MoneyOfMonth = TeamMoney['months'][number];

const perPage = 25;

/** Loaded again on each visit, because money comes in all the time. */
export function teamMoneyQuery(teamId: number, userId: number, page: number) {
  return queryOptions({
    queryKey: [...teamKey(teamId, userId), 'money', page],
    queryFn: ({ signal }) =>
      api('GET /teams/:id/money', { params: { id: teamId }, query: { page, limit: perPage }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
