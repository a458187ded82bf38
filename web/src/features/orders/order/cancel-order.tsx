import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { toast } from 'sonner';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { eventsKey, orderKey, registrationsKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { callFor, type Order, type OrderAddress, type OrderedTicket } from '../orders.api.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
}));

interface CancelProps {
  order: Order;
  address: OrderAddress;
}

/** Whether the buyer can give the ticket back here. Paid tickets go back by a refund of the organiser. */
function canCancel({ status, price }: OrderedTicket): boolean {
  return status === 'valid' && price === 0;
}

/** The button that gives back all tickets of a free order. */
export function CancelOrder({ order, address }: CancelProps) {
  const live = order.tickets.filter(({ status }) => status === 'valid' || status === 'used');
  if (order.status !== 'confirmed' || live.length < 2 || !live.every(canCancel)) return null;
  return (
    <CancelButton
      order={order}
      address={address}
      words={{
        button: 'Cancel the whole order',
        title: 'Cancel the whole order?',
        description: 'All tickets of this order stop working, and other people can have the places.',
      }}
    />
  );
}

/** The button that gives back one free ticket. */
export function CancelTicket({ ticket, order, address }: CancelProps & { ticket: OrderedTicket }) {
  if (order.status !== 'confirmed' || !canCancel(ticket)) return null;
  return (
    <CancelButton
      order={order}
      address={address}
      ticketId={ticket.id}
      words={{
        button: 'Cancel ticket',
        title: `Cancel this ${ticket.type_name} ticket?`,
        description: 'The ticket stops working, and somebody else can have the place.',
      }}
    />
  );
}

interface CancelButtonProps extends CancelProps {
  ticketId?: number;
  words: { button: string; title: string; description: string };
}

function CancelButton({ address, ticketId, words }: CancelButtonProps) {
  const [asking, setAsking] = useState(false);
  const cancellation = useCancel(address, ticketId);
  return (
    <>
      <Button variant="quiet" size="sm" className="text-bad" onClick={() => setAsking(true)}>
        {words.button}
      </Button>
      <Suspense>
        {asking && (
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title={words.title}
            description={words.description}
            cancelLabel="Keep"
            confirmLabel={words.button}
            busy={cancellation.isPending}
            onConfirm={() => cancellation.mutate(undefined, { onSettled: () => setAsking(false) })}
          />
        )}
      </Suspense>
    </>
  );
}

function useCancel(address: OrderAddress, ticketId: number | undefined) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? 0;
  return useMutation({
    mutationFn: () => {
      const body = ticketId === undefined ? {} : { ticket_ids: [ticketId] };
      return api('POST /orders/:number/cancel', { ...callFor(address), body });
    },
    onSuccess: () =>
      toast.success(ticketId === undefined ? 'Your order is cancelled.' : 'The ticket is cancelled.'),
    onError: (error) => toast.error(describeFailure(error)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: orderKey(userId, address.number) }),
        queryClient.invalidateQueries({ queryKey: registrationsKey(userId) }),
        queryClient.invalidateQueries({ queryKey: eventsKey }),
      ]),
  });
}

function describeFailure(error: unknown): string {
  if (!(error instanceof CallError)) return 'We could not cancel. Try again.';
  if (error.code === 'event_started') return 'The event has started, so tickets can no longer be cancelled.';
  if (error.code === 'ticket_used') return 'This ticket was used at the door, so it cannot be cancelled.';
  if (error.code === 'order_paid') return 'This order is paid. Ask the organiser for a refund.';
  return messageOf(error, 'We could not cancel. Try again.');
}
