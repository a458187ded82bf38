import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { formatCount } from '../../../format/counts.ts';
import { formatMoney } from '../../../format/money.ts';
import { useRequestKey } from '../use-request-key.ts';
import { listKeysOfSale } from './orders.sold.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

type RefundBody = BodyInput<Endpoints['POST /orders/:number/refunds']>;

/** Refunds an order. After an error there is no toast, because the dialog shows the error. */
export function useRefundOrder(number: string, eventId: number) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const sendWithKey = useRequestKey();
  return useMutation({
    mutationFn: (body: RefundBody) =>
      sendWithKey(body, (key) =>
        api('POST /orders/:number/refunds', {
          params: { number },
          headers: { 'idempotency-key': key },
          body,
        }),
      ),
    onSuccess: ({ refund }) =>
      toast.success(
        refund.amount === 0
          ? `${formatCount(refund.ticket_ids.length, 'ticket')} ended`
          : refund.status === 'succeeded'
            ? `${formatMoney(refund.amount)} went back to the buyer`
            : `${formatMoney(refund.amount)} is on its way back to the buyer`,
      ),
    onSettled: () =>
      Promise.all(
        listKeysOfSale({ number, eventId }, userId).map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
