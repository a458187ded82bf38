import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { orderKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { forgetOrderKey } from '../../payments/known-orders.ts';
import { callFor, type Order, type OrderAddress } from '../orders.api.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { toast } from '../../../ui/overlays/toast.ts';

const ConfirmDialog = lazyPart(
  async () => (await import('../../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
);

interface NewLinkProps {
  order: Order;
  address: OrderAddress;
}

/** Lets a buyer whose link reached other people replace the link. */
export function NewLink({ order, address }: NewLinkProps) {
  const [asking, setAsking] = useState(false);
  const effect = useId();
  const { status } = useSession();
  const renewal = useRenewal(order, address);
  const to = order.buyer_email ?? 'the buyer';
  return (
    <>
      <Button variant="secondary" size="sm" aria-describedby={effect} onClick={() => setAsking(true)}>
        <Link2Off size={16} aria-hidden />
        Replace the link to this order
      </Button>
      <p id={effect} className="basis-full text-sm text-ink-soft">
        If others have the link in your email, replace it: the old link then stops working.
      </p>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title="Replace the link to this order?"
          description={`Links to this order in earlier mails stop working${status === 'out' ? ', and this page closes' : ''}. We send the new link to ${to}. Your tickets stay the same.`}
          confirmLabel="Replace the link"
          cancelLabel="Keep the link"
          busy={renewal.isPending}
          onConfirm={() => renewal.mutate(undefined, { onSettled: () => setAsking(false) })}
        />
      )}
    </>
  );
}

function useRenewal(order: Order, address: OrderAddress) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { number } = address;
  return useMutation({
    mutationFn: () => api('POST /orders/:number/new-link', callFor(address)),
    onSuccess: () => {
      forgetOrderKey(number);
      toast.success(`The new link is on its way to ${order.buyer_email ?? 'the buyer'}.`);
      return queryClient.invalidateQueries({ queryKey: orderKey(user?.id ?? 0, number) });
    },
    onError: (error) => toast.error(messageOf(error, 'We could not make a new link. Try again.')),
  });
}
