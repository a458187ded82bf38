import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CallError } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { eventsKey, registrationsKey } from '../../../api/query-keys.ts';
import { getSession, updateSessionUser } from '../../../api/session.ts';
import { paths } from '../../../paths.ts';
import { goToPayment } from '../hold/use-hold.ts';
import { getDeviceId, rememberOrder } from '../../payments/known-orders.ts';
import { endAttempt, keyForAttempt } from './attempt.ts';
import type { OrderRequest } from './order-request.ts';

export interface PlaceOrderEvents {
  /** Called when the server has found another unpaid order of this buyer. */
  onOpenOrder: (number: string) => void;
  /** Called when the order exists, before the buyer pays. */
  onPlaced: () => void;
}

/** Places an order, and opens the payment page or, when there is nothing to pay, the page of the order. */
export function usePlaceOrder({ onOpenOrder, onPlaced }: PlaceOrderEvents) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (body: OrderRequest) => {
      const { order } = await sendOrder(body);
      const { number, key } = order;
      rememberOrder({ number, eventId: body.event_id, key, eventKey: body.key });
      endAttempt(body.event_id);
      onPlaced();
      const { user } = getSession();
      // The server has kept the name with the account.
      if (user && body.buyer) updateSessionUser({ ...user, name: body.buyer.name.trim() });
      const address = { number, key };
      // If the payment page does not open, the page of the order offers to try again.
      const isLeaving = order.status === 'held' && (await goToPayment(address).then(isDone, isFailed));
      if (!isLeaving) await navigate({ to: paths.order, params: { number } });
    },
    onError: (error) => {
      if (!(error instanceof CallError)) return;
      if (error.code === 'order_open' && error.refusal.order) onOpenOrder(error.refusal.order);
    },
    onSettled: async (_, error) => {
      const refreshed = Promise.all([
        queryClient.invalidateQueries({ queryKey: eventsKey }),
        queryClient.invalidateQueries({ queryKey: registrationsKey(getSession().user?.id ?? 0) }),
      ]);
      // The message about sold-out tickets depends on whether other buyers have paid for them by now.
      if (!error || isSoldOut(error)) await refreshed;
    },
  });
}

function isSoldOut(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'event_sold_out' || error.code === 'not_enough_left');
}

const isDone = () => true;
const isFailed = () => false;

function sendOrder(body: OrderRequest) {
  const isGuest = getSession().user === null;
  const headers = {
    'idempotency-key': keyForAttempt(body.event_id, body),
    ...(isGuest && { 'x-device-id': getDeviceId() }),
  };
  return api('POST /orders', { headers, body });
}
