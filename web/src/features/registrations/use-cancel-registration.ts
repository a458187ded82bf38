import { useMutation, useQueryClient } from '@tanstack/react-query';
import { eventsKey, viewerEventKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import { type MyRegistration, registrationsQuery, ticketPurchase } from './registrations.api.ts';
import { toast } from '../../ui/overlays/toast.ts';

/** The id of the heading above the registrations in the profile. */
export const myEventsHeading = 'my-events';

type Registered = Pick<MyRegistration, 'id' | 'event_id' | 'user_id' | 'paid'>;

const paidAlready = 'You have already purchased a ticket for this event. Please contact support for refunds.';

/**
 * Cancels an unpaid registration. For a paid registration, only shows a message, because support handles
 * refunds.
 */
export function useCancelRegistration({ id, event_id, user_id, paid }: Registered) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => {
      if (paid) throw new PaidError();
      return api('PATCH /events/registrations/:id/cancel', { params: { id } });
    },
    onSuccess: () => {
      toast.success('Registration canceled successfully');
      // The button that was pressed disappears with the registration. Focus the heading of the profile's list, or else
      // the ticket part of the event's page.
      const nextFocus = document.getElementById(myEventsHeading) ?? document.getElementById(ticketPurchase);
      nextFocus?.focus({ preventScroll: true });
      queryClient.setQueryData(registrationsQuery(user_id).queryKey, (known) =>
        known?.filter((registration) => registration.id !== id),
      );
    },
    onError: (error) => {
      if (isPaid(error)) toast.error(paidAlready);
      else toast.error('Failed to cancel registration', { description: messageOf(error, '') });
    },
    onSettled: async (_, error) => {
      const refreshed = Promise.all([
        queryClient.invalidateQueries({ queryKey: registrationsQuery(user_id).queryKey }),
        queryClient.invalidateQueries({ queryKey: viewerEventKey(event_id, user_id) }),
        queryClient.invalidateQueries({ queryKey: eventsKey }),
      ]);
      if (!error) await refreshed;
    },
  });
}

class PaidError extends Error {}

/**
 * Whether cancelling failed because the registration is paid. Only the server knows of a payment that the user has
 * just made in another tab.
 */
function isPaid(error: Error): boolean {
  return error instanceof PaidError || (error instanceof CallError && error.code === 'paid_registration');
}
