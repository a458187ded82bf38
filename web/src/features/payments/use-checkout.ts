import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { checkoutKey, ticketTypesKey, viewerEventKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import { getSession } from '../../api/session.ts';
import { useEventKey } from '../../layout/use-event-key.ts';
import { eventPath, paths } from '../../paths.ts';
import { registrationsQuery } from '../registrations/registrations.api.ts';
import { markCheckout } from './checkout-marks.ts';
import { leaveFor } from './leave-page.ts';
import { toast } from '../../ui/overlays/toast.ts';

/** A second press while the payment page is opening does nothing. */
export function useCheckout(eventId: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const key = useEventKey();
  const mutationKey = checkoutKey(eventId);
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: async () => {
      const { user } = getSession();
      if (!user) throw new SignedOutError();
      const { url } = await api('POST /stripe/create-checkout-session', {
        body: { eventId, userId: user.id, key },
      });
      if (!url) throw new Error('No checkout URL returned from server');
      markCheckout(user.id, { id: eventId, key });
      // The button stays busy until the payment page has opened.
      await leaveFor(url);
    },
    onError: async (error) => {
      if (error instanceof SignedOutError || (error instanceof CallError && error.status === 401)) {
        toast.error('You must be logged in to purchase tickets');
        await navigate({ to: paths.logIn, search: { next: eventPath({ id: eventId, key }) } });
      } else if (error instanceof CallError && error.code === 'already_paid') {
        toast.info("You've already purchased a ticket for this event");
      } else if (error instanceof CallError && error.code === 'order_open' && error.refusal.order) {
        // The buyer has ordered in another tab or on another device.
        await navigate({ to: paths.order, params: { number: error.refusal.order } });
      } else {
        toast.error(error instanceof CallError ? messageOf(error, failed) : error.message || failed);
      }
    },
    onSettled: async (_, error) => {
      const { user } = getSession();
      if (!user) return;
      const refreshed = Promise.all([
        queryClient.invalidateQueries({ queryKey: registrationsQuery(user.id).queryKey }),
        queryClient.invalidateQueries({ queryKey: viewerEventKey(eventId, user.id) }),
        queryClient.invalidateQueries({ queryKey: ticketTypesKey(eventId) }),
      ]);
      if (!error) await refreshed;
    },
  });
  const press = () => {
    // A second press can come before the button shows that it is busy.
    if (queryClient.isMutating({ mutationKey }) === 0) mutate();
  };
  return { isPending, press };
}

const failed = 'Failed to initiate checkout';

class SignedOutError extends Error {}
