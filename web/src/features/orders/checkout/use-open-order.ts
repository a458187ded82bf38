import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { type KnownOrder, listKnownOrders } from '../../payments/known-orders.ts';
import { orderQuery } from '../orders.api.ts';

/**
 * Finds the order for this event that is not paid yet: the newest one that this device knows, or the one that the
 * server named when it refused another order.
 */
export function useOpenOrder(eventId: number) {
  const { status, user } = useSession();
  // Until hydration, the page is the same for everybody.
  const [found, setKnown] = useState<KnownOrder | 'unread' | undefined>('unread');
  const known = found === 'unread' ? undefined : found;
  if (found === 'unread' && status !== 'unknown') {
    setKnown(listKnownOrders().find((one) => one.eventId === eventId));
  }
  const address = { number: known?.number ?? '', key: known?.key };
  const { data, isPending } = useQuery({
    ...orderQuery(address, user?.id ?? 0),
    enabled: known !== undefined,
    retry: false,
  });
  const order = data?.status === 'held' ? data : null;
  return {
    order,
    address,
    /** Whether an order of this device may be open. The form is hidden, because it would go away while people type. */
    isLoading: known !== undefined && isPending,
    /**
     * Shows the order that the server named. Without an account, only the key on this device opens the order.
     */
    find: (number: string) =>
      setKnown(listKnownOrders().find((one) => one.number === number) ?? { number, eventId }),
  };
}
