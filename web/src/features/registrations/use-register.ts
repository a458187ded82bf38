import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toast } from 'sonner';
import { eventsKey, viewerEventKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import type { SessionUser } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { registrationsQuery } from './registrations.api.ts';

/** Takes a seat at a free event for the signed-in user; pressed again meanwhile, it does nothing. */
export function useRegister(eventId: number, user: SessionUser) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mutationKey = ['register', eventId];
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: () =>
      api('POST /events/:id/register', { params: { id: eventId }, body: { user_id: user.id } }),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: async (error) => {
      // Registered in another tab, say: the page is about to show so, and nothing went wrong.
      if (error instanceof CallError && error.msg.includes('already registered')) return;
      if (error instanceof CallError && error.status === 401) {
        toast.error('You must be logged in to register for events');
        await navigate({ to: paths.logIn, search: { next: `/events/${eventId}` } });
        return;
      }
      const unanswered = error instanceof CallError && error.status === 0;
      toast.error(unanswered ? failed : messageOf(error, failed));
    },
    // Part of the press: the button stays busy until the page knows the new state. After a failure there may be
    // nobody to ask, and the button is free at once.
    onSettled: async (_, error) => {
      const looks = Promise.all([
        queryClient.invalidateQueries({ queryKey: registrationsQuery(user.id).queryKey }),
        queryClient.invalidateQueries({ queryKey: viewerEventKey(eventId, user.id) }),
        queryClient.invalidateQueries({ queryKey: eventsKey }),
      ]);
      if (!error) await looks;
    },
  });
  const press = () => {
    // A second press may come before the first is drawn.
    if (queryClient.isMutating({ mutationKey }) === 0) mutate();
  };
  return { isPending, press };
}

const failed = 'Failed to register for this event. Please try again.';
