import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { eventsKey, viewerEventKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import type { SessionUser } from '../../api/session.ts';
import { useEventKey } from '../../layout/use-event-key.ts';
import { eventPath, paths } from '../../paths.ts';
import { registrationsQuery } from './registrations.api.ts';
import { toast } from '../../ui/overlays/toast.ts';

/** A second press while the first is running does nothing. */
export function useRegister(eventId: number, user: SessionUser) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const key = useEventKey();
  const mutationKey = ['register', eventId];
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: () =>
      api('POST /events/:id/register', { params: { id: eventId }, body: { user_id: user.id, key } }),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: async (error) => {
      // The user has registered in another tab. Show no error, because the page shows the registration after the
      // reload below.
      if (error instanceof CallError && error.code === 'already_registered') return;
      if (error instanceof CallError && error.status === 401) {
        toast.error('You must be logged in to register for events');
        await navigate({ to: paths.logIn, search: { next: eventPath({ id: eventId, key }) } });
        return;
      }
      const hasNoAnswer = error instanceof CallError && error.status === 0;
      toast.error(hasNoAnswer ? failed : messageOf(error, failed));
    },
    // After success, keep the button busy until the registration is loaded again, because the button would offer to
    // register once more. After a failure, let the user try again at once.
    onSettled: async (_, error) => {
      const refreshed = Promise.all([
        queryClient.invalidateQueries({ queryKey: registrationsQuery(user.id).queryKey }),
        queryClient.invalidateQueries({ queryKey: viewerEventKey(eventId, user.id) }),
        queryClient.invalidateQueries({ queryKey: eventsKey }),
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

const failed = 'Failed to register for this event. Please try again.';
