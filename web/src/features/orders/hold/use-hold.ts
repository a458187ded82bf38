import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { eventsKey, orderKey, registrationsKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { leaveFor } from '../../payments/leave-page.ts';
import { callFor, type OrderAddress } from '../orders.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

export function useHold(address: OrderAddress) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: orderKey(user?.id ?? 0, address.number) }),
      queryClient.invalidateQueries({ queryKey: registrationsKey(user?.id ?? 0) }),
      queryClient.invalidateQueries({ queryKey: eventsKey }),
    ]);
  const pay = useMutation({
    mutationFn: () => goToPayment(address),
    onError: (error) => toast.error(messageOf(error, 'The payment page did not open. Try again.')),
    onSettled: () => void refresh(),
  });
  const moreTime = useMutation({
    mutationFn: () => api('POST /orders/:number/more-time', callFor(address)),
    onSuccess: () => toast.success('You have more time to pay.'),
    onError: (error) => toast.error(messageOf(error, 'You cannot get more time for this order.')),
    onSettled: () => refresh(),
  });
  const giveBack = useMutation({
    mutationFn: () =>
      api('POST /orders/:number/cancel', { ...callFor(address), body: { only_unpaid: true } }),
    onSuccess: () => toast.success('Your places are back on sale.'),
    onError: (error) => {
      if (error instanceof CallError && error.code === 'already_paid') {
        toast.success('Your payment has just arrived, so you keep your tickets.');
      } else toast.error(messageOf(error, 'We could not give the places back. Try again.'));
    },
    onSettled: () => refresh(),
  });
  return { pay, moreTime, giveBack, refresh };
}

/** The promise resolves only when the buyer comes back to this page. */
export async function goToPayment(address: OrderAddress): Promise<void> {
  const { url } = await api('POST /orders/:number/checkout', callFor(address));
  await leaveFor(url);
}
