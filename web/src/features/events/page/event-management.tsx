import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy, Pencil, ScanLine, TicketPercent, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { eventsKey, viewerEventKey } from '../../../api/query-keys.ts';
import { api } from '../../../api/client.ts';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { useSession } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { registrationsQuery } from '../../registrations/registrations.api.ts';
import { listCreatingTeams } from '../../teams/team-roles.ts';
import { teamsKey } from '../../teams/teams.api.ts';
import type { EventViewer } from './event-view.tsx';
import { describeDeletion } from './event-deletion.ts';
import type { FoyerEvent } from '../events.api.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { toast } from '../../../ui/overlays/toast.ts';

const ConfirmDialog = lazyPart(
  async () => (await import('../../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
);

export function EventManagement({ event, viewer }: { event: FoyerEvent; viewer: EventViewer }) {
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  // Who created an event may edit it, but perhaps create no others in its team.
  const mayCopy =
    viewer.can_edit && user && listCreatingTeams(user).some(({ team_id }) => team_id === event.team_id);
  const deletion = useDeleteEvent(event.id);
  const ask = (open: boolean) => {
    deletion.reset();
    setAsking(open);
  };
  return (
    <div className="grid w-full grid-cols-3 gap-2 max-sm:*:whitespace-normal max-sm:*:flex-col max-sm:*:gap-1 max-sm:*:rounded-2xl max-sm:*:px-1 max-sm:*:text-sm sm:flex sm:w-auto sm:flex-wrap">
      {viewer.can_manage && <DoorLinks event={event} />}
      {viewer.can_edit && (
        <Link to={paths.eventSales} params={{ id: String(event.id) }} className={buttonStyle('secondary')}>
          <TicketPercent size={17} aria-hidden />
          Sales
        </Link>
      )}
      {mayCopy && (
        <Link to={paths.createEvent} search={{ copy: event.id }} className={buttonStyle('secondary')}>
          <Copy size={17} aria-hidden />
          Duplicate
        </Link>
      )}
      {/* The specification shows Edit Event to everybody who may delete the event, even if they cannot edit it. */}
      {viewer.can_delete && (
        <Link to={paths.eventEdit} params={{ id: String(event.id) }} className={buttonStyle('secondary')}>
          <Pencil size={17} aria-hidden />
          Edit Event
        </Link>
      )}
      {viewer.can_delete && !viewer.can_edit && (
        <p className="order-last col-span-3 basis-full text-[0.9375rem] text-ink-soft">
          Your role cannot edit this event. Team admins, event managers and the event’s creator can.
        </p>
      )}
      {viewer.can_delete && (
        <Button variant="danger" onClick={() => ask(true)}>
          <Trash2 size={17} aria-hidden />
          Delete Event
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={ask}
          title={`Delete ${event.title}?`}
          description={describeDeletion(event)}
          confirmLabel="Delete Event"
          busy={deletion.isPending}
          error={hasPaidTickets(deletion.error) ? deletion.error.message : undefined}
          isRefused={hasPaidTickets(deletion.error)}
          onConfirm={() =>
            deletion.mutate(undefined, {
              onError: (error) => {
                if (!hasPaidTickets(error)) setAsking(false);
              },
            })
          }
        />
      )}
    </div>
  );
}

/** The check-in link is shown only for a published event that has not ended. The attendees link is always shown. */
function DoorLinks({ event }: { event: FoyerEvent }) {
  return (
    <>
      {event.status === 'published' && !event.is_past && (
        <Link to={paths.door} search={{ event: event.id }} className={buttonStyle('secondary')}>
          <ScanLine size={18} aria-hidden />
          Check in
        </Link>
      )}
      <Link to={paths.attendees} params={{ id: String(event.id) }} className={buttonStyle('secondary')}>
        <Users size={17} aria-hidden />
        Attendees
      </Link>
    </>
  );
}

function useDeleteEvent(id: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { user } = useSession();
  const userId = user?.id ?? 0;
  return useMutation({
    mutationFn: () => api('DELETE /events/:id', { params: { id } }),
    onSuccess: async () => {
      toast.success('Event deleted successfully');
      // Leave the page first, because otherwise the page's queries would load the deleted event again.
      await navigate({ to: paths.events });
      queryClient.removeQueries({ queryKey: [...eventsKey, 'one', id] });
      queryClient.removeQueries({ queryKey: viewerEventKey(id, userId) });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: eventsKey }),
        queryClient.invalidateQueries({ queryKey: teamsKey(userId) }),
        queryClient.invalidateQueries({ queryKey: registrationsQuery(userId).queryKey }),
      ]);
    },
    onError: (error) => {
      // The dialog itself shows the error about paid tickets. All other errors get a toast.
      if (!hasPaidTickets(error)) toast.error(messageOf(error, 'Failed to delete event'));
    },
  });
}

function hasPaidTickets(error: Error | null): error is CallError {
  return error instanceof CallError && error.code === 'event_has_paid_tickets';
}
