import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { registrationsKey } from '../../../api/query-keys.ts';
import { formatCount } from '../../../format/counts.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ownOrdersQuery } from './orders.mine.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

/**
 * Offers to add the user's guest orders to the account. The user must press a button, because programs that check
 * mails open links too. Shows nothing if there are no guest orders.
 */
export function ClaimOrders({ userId, className }: { userId: number; className?: string }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(ownOrdersQuery(userId, 1));
  const claim = useMutation({
    mutationFn: () => api('POST /users/:id/orders/claim', { params: { id: userId } }),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: (error) => toast.error(messageOf(error, 'We could not add the orders. Try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: registrationsKey(userId) }),
  });
  const count = data?.claimable_orders ?? 0;
  if (count === 0) return null;
  return (
    <section aria-label="Orders without an account" className={className}>
      <Notice
        tone="spot"
        action={
          <Button size="sm" busy={claim.isPending} onClick={() => claim.mutate()}>
            {count === 1 ? 'Add it to my account' : 'Add them to my account'}
          </Button>
        }
      >
        <p className="font-semibold">We found {formatCount(count, 'order')} made with your address.</p>
      </Notice>
    </section>
  );
}
