import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../../api/client.ts';
import { orderKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { callFor, type Order, type OrderAddress } from '../orders.api.ts';
import { paymentChecks } from './orders.state.api.ts';

export interface Arrival {
  order: Order | undefined;
  /** Whether the buyer comes back from the payment page after paying. */
  isReturning: boolean;
}

/**
 * Asks repeatedly whether the order is paid, while a buyer who has just paid waits for the tickets.
 * @returns whether the payment is still expected
 */
export function usePaymentArrival(address: OrderAddress, { order, isReturning }: Arrival): boolean {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const { number, key } = address;
  const [count, setCount] = useState(0);
  const isExpected = isReturning && order?.status === 'held' && count < paymentChecks.times;
  useEffect(() => {
    if (!isExpected) return undefined;
    const abort = new AbortController();
    const ask = async () => {
      // The provider knows of the payment before its webhook arrives. If the provider cannot be asked now, the
      // next check tries again.
      await api('POST /orders/:number/settle', { ...callFor({ number, key }), signal: abort.signal }).catch(
        () => undefined,
      );
      if (abort.signal.aborted) return;
      await queryClient.invalidateQueries({ queryKey: orderKey(userId, number) });
      setCount((known) => known + 1);
    };
    const timer = setTimeout(() => void ask(), count === 0 ? 0 : paymentChecks.every);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isExpected, count, queryClient, userId, number, key]);
  return isExpected;
}
