import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { eventsKey, orderKey, registrationsKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { findFocus } from './order-focus.ts';
import { describeMoneyBack, mayCancel } from './order-cancelling.ts';
import { callFor, type Order, type OrderAddress, type OrderedTicket } from '../orders.api.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { toast } from '../../../ui/overlays/toast.ts';

const ConfirmDialog = lazyPart(
  async () => (await import('../../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
);

interface CancelProps {
  order: Order;
  address: OrderAddress;
  /** When the order was read, in milliseconds since 1970. */
  asOf: number;
}

export function CancelOrder({ order, address, asOf }: CancelProps) {
  const { timeZone } = useSite();
  const live = order.tickets.filter(({ status }) => status === 'valid' || status === 'used');
  if (live.length < 2 || !live.every((ticket) => mayCancel(ticket, order, asOf))) return null;
  const moneyBack = describeMoneyBack(live, order.refunds);
  return (
    <CancelButton
      address={address}
      words={{
        button: 'Cancel the whole order',
        title: 'Cancel the whole order?',
        moneyBack: moneyBack && `${moneyBack} ${describeDeadline(order, timeZone)}`,
        effect: 'All tickets of this order stop working, and other people can have the places.',
      }}
    />
  );
}

export function CancelTicket({ ticket, order, address, asOf }: CancelProps & { ticket: OrderedTicket }) {
  const { timeZone } = useSite();
  if (!mayCancel(ticket, order, asOf)) return null;
  const moneyBack = describeMoneyBack([ticket], order.refunds);
  const button = moneyBack === null ? 'Cancel ticket' : 'Cancel and refund';
  const name = ticket.attendee_name ?? order.buyer_name;
  return (
    <CancelButton
      address={address}
      ticketId={ticket.id}
      label={`${button}: ${ticket.type_name}, ${name ?? ''}, ticket ${ticket.place}`}
      words={{
        button,
        title: `Cancel the ${ticket.type_name} ticket${name === null ? '' : ` of ${name}`}?`,
        moneyBack: moneyBack && `${moneyBack} ${describeDeadline(order, timeZone)}`,
        effect: 'The ticket stops working, and somebody else can have the place.',
      }}
    />
  );
}

/** Says until when the buyer can cancel and get money back. */
function describeDeadline({ cancel_until }: Order, timeZone: string): string {
  if (cancel_until === null) return '';
  return `You can cancel until ${formatDate(cancel_until, timeZone)}, ${formatTime(cancel_until, timeZone)}.`;
}

interface CancelButtonProps {
  address: OrderAddress;
  ticketId?: number;
  /** The name of the button for screen readers. */
  label?: string;
  words: { button: string; title: string; moneyBack: string | null; effect: string };
}

function CancelButton({ address, ticketId, label, words }: CancelButtonProps) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const cancellation = useCancel(address, ticketId);
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        ref={button}
        className={classes('text-bad!', ticketId === undefined ? '-ml-3.5' : 'col-span-2')}
        aria-label={label}
        onClick={() => setAsking(true)}
      >
        {words.button}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={words.title}
          description={words.moneyBack === null ? words.effect : `${words.moneyBack} ${words.effect}`}
          cancelLabel={ticketId === undefined ? 'Keep the order' : 'Keep the ticket'}
          confirmLabel={words.button}
          busy={cancellation.isPending}
          finalFocus={() => findFocus(button.current)}
          onConfirm={() => cancellation.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      )}
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
    onSuccess: ({ order }) => {
      const isReturning = order.refunds.some(({ status }) => status === 'pending');
      toast.success(ticketId === undefined ? 'Your order is cancelled.' : 'The ticket is cancelled.', {
        description: isReturning ? 'Your money is on its way back to you.' : undefined,
      });
    },
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
