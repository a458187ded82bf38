import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { toast } from 'sonner';
import { api } from '../../api/client.ts';
import { messageOf } from '../../api/error.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { teamsKey } from '../teams/teams.api.ts';
import type { EventViewer } from './event-view.tsx';
import { eventsKey, type FoyerEvent } from './events.api.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/** The buttons of those who may change the event. */
export function EventManagement({ event, viewer }: { event: FoyerEvent; viewer: EventViewer }) {
  const [asking, setAsking] = useState(false);
  const deletion = useDeleteEvent(event.id);
  return (
    <div className="flex flex-wrap gap-2">
      {viewer.can_edit && (
        <Link to={paths.eventEdit} params={{ id: String(event.id) }} className={buttonStyle('secondary')}>
          <Pencil size={17} aria-hidden />
          Edit Event
        </Link>
      )}
      {viewer.can_delete && (
        <Button variant="danger" onClick={() => setAsking(true)}>
          <Trash2 size={17} aria-hidden />
          Delete Event
        </Button>
      )}
      <Suspense>
        {asking && (
          <ConfirmDialog
            open
            onOpenChange={setAsking}
            title="Delete this event?"
            description={`“${event.title}” and its registrations will be gone. This action cannot be undone.`}
            confirmLabel="Delete Event"
            busy={deletion.isPending}
            onConfirm={() => deletion.mutate(undefined, { onError: () => setAsking(false) })}
          />
        )}
      </Suspense>
    </div>
  );
}

function useDeleteEvent(id: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  return useMutation({
    mutationFn: () => api('DELETE /events/:id', { params: { id } }),
    onSuccess: async () => {
      toast.success('Event deleted successfully');
      // Away first: the page's own queries would otherwise look for what is gone.
      await navigate({ to: paths.events });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: eventsKey }),
        queryClient.invalidateQueries({ queryKey: teamsKey(user?.id ?? 0) }),
      ]);
    },
    onError: (error) => toast.error(messageOf(error, 'Failed to delete event')),
  });
}
