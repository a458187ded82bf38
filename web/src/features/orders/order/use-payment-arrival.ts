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

/** `checking`: the payment is expected at any moment. `checked`: the buyer was on the payment page, nothing is expected. */
export type PaymentArrival = 'none' | 'checking' | 'checked';

/**
 * Asks repeatedly whether the order is paid, while a buyer who has just paid waits for the tickets. The places may have
 * been given back meanwhile. The order of a payment that is still open becomes active again, or its money goes back.
 */
export function usePaymentArrival(address: OrderAddress, { order, isReturning }: Arrival): PaymentArrival {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const { number, key } = address;
  const [count, setCount] = useState(0);
  // Until the first answer, the payment may be open.
  const [isOpen, setOpen] = useState(true);
  const isQuick = count < paymentChecks.times;
  const isExpected = isReturning && expectsPayment(order?.status, { isOpen, isQuick });
  useEffect(() => {
    if (!isExpected) return undefined;
    const abort = new AbortController();
    const ask = async () => {
      // The provider knows of the payment before its webhook arrives. If the provider cannot be asked now, the
      // next check tries again.
      const answer = await api('POST /orders/:number/settle', {
        ...callFor({ number, key }),
        signal: abort.signal,
      }).catch(() => undefined);
      if (abort.signal.aborted) return;
      await queryClient.invalidateQueries({ queryKey: orderKey(userId, number) });
      if (answer) setOpen(answer.payment_open);
      setCount((known) => known + 1);
    };
    const pause = isQuick ? paymentChecks.every : paymentChecks.everySlowly;
    const timer = setTimeout(() => void ask(), count === 0 ? 0 : pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isExpected, isQuick, count, queryClient, userId, number, key]);
  if (!isReturning) return 'none';
  return isExpected && isQuick ? 'checking' : 'checked';
}

function expectsPayment(
  status: Order['status'] | undefined,
  { isOpen, isQuick }: { isOpen: boolean; isQuick: boolean },
): boolean {
  if (status === 'held') return isOpen || isQuick;
  return isOpen && (status === 'cancelled' || status === 'expired');
}
