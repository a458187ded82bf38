import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { listKeysOfSale } from './orders.sold.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

export interface CancellableTicket {
  id: number;
  /** The name on the ticket. */
  name: string;
  /** The number of the ticket's order. */
  number: string;
  eventId: number;
}

/** Cancels a ticket that cost nothing. After an error there is no toast, because the dialog shows the error. */
export function useCancelTicket({ id, name, number, eventId }: CancellableTicket) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: (reason: string) =>
      api('PATCH /tickets/:id', { params: { id }, body: { status: 'cancelled', reason } }),
    onSuccess: () => toast.success(`The ticket of ${name} was cancelled`),
    onSettled: () =>
      Promise.all(
        listKeysOfSale({ number, eventId }, user?.id ?? 0).map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
