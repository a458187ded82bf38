import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { orderStateKey } from '../../../api/query-keys.ts';

export type OrderState = Answer<'GET /orders/:number/state'>['status'];

/**
 * The page asks up to `times` times whether the payment has arrived, with `every` milliseconds between two calls.
 * Afterwards the page of the order asks more slowly while the payment is open.
 */
export const paymentChecks = { times: 40, every: 2500, everySlowly: 30_000 } as const;

export function orderStateQuery(number: string, sessionId: string) {
  return queryOptions({
    queryKey: orderStateKey(number, sessionId),
    queryFn: async ({ signal }): Promise<OrderState> => {
      const call = { params: { number }, query: { session_id: sessionId }, signal };
      return (await api('GET /orders/:number/state', call)).status;
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      // Without an answer the page shows why, and offers to try again. Failed calls are not counted.
      const isOver = data === undefined || data === 'confirmed' || dataUpdateCount >= paymentChecks.times;
      return isOver ? false : paymentChecks.every;
    },
  });
}
