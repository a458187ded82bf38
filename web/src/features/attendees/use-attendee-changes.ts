import { useMutation, useQueryClient } from '@tanstack/react-query';
import { eventsKey, viewerEventKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import { updateLoaded } from '../../api/update-loaded.ts';
import { teamsKey } from '../teams/teams.api.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import { changeTicketStatus, checkInById } from '../door/door.api.ts';
import { replaceTicket } from './attendee-rows.ts';
import { type Attendee, attendeesQuery } from './attendees.api.ts';
import { toast } from '../../ui/overlays/toast.ts';

export interface EventView {
  eventId: number;
  userId: number;
}

export interface TicketChange {
  action: 'checkIn' | 'undo' | 'cancel' | 'refund';
  attendee: Attendee;
  reason?: string;
}

/** Changes one attendee's ticket. Then updates only this attendee's row, because loading a large list again is slow. */
export function useChangeAttendee(view: EventView) {
  const queryClient = useQueryClient();
  const refreshCounts = useRefreshCounts(view);
  const { queryKey } = attendeesQuery(view.eventId, view.userId);
  return useMutation({
    mutationFn: ({ action, attendee, reason }: TicketChange): Promise<Ticket> => {
      const id = attendee.ticket?.id ?? 0;
      return sendChange[action](id, reason);
    },
    onSuccess: async (ticket, { action, attendee }) => {
      await updateLoaded(queryClient, queryKey, (before: Attendee[]) =>
        before.map((one) => (one.id === attendee.id ? replaceTicket(one, ticket) : one)),
      );
      toast.success(successText[action](attendee.name));
      refreshCounts();
    },
    onError: async (error, { action }) => {
      // Cancelling and refunding have a dialog that shows the error, so they need no toast.
      const hasDialog = action === 'cancel' || action === 'refund';
      if (!hasDialog) toast.error(messageOf(error, 'Please try again.'));
      // 404 and 409 mean that somebody else changed the ticket first. The row is out of date, so load the list again.
      if (!(error instanceof CallError) || ![404, 409].includes(error.status)) return;
      refreshCounts();
      const refreshed = queryClient.invalidateQueries({ queryKey });
      if (!hasDialog) await refreshed;
    },
  });
}

export function useGiveTicket(view: EventView) {
  const queryClient = useQueryClient();
  const refreshCounts = useRefreshCounts(view);
  return useMutation({
    mutationFn: async (name: string) => {
      const who = name.includes('@') ? { email: name } : { username: name };
      return (await api('POST /tickets', { body: { event_id: view.eventId, ...who } })).ticket;
    },
    onSuccess: async ({ username }) => {
      await queryClient.refetchQueries({ queryKey: attendeesQuery(view.eventId, view.userId).queryKey });
      toast.success(`${username} has a ticket now. It was sent by email.`);
      refreshCounts();
    },
  });
}

const sendChange: Record<TicketChange['action'], (id: number, reason?: string) => Promise<Ticket>> = {
  checkIn: (id) => checkInById(id),
  undo: (id) => changeTicketStatus(id, 'valid'),
  cancel: (id, reason) => changeTicketStatus(id, 'cancelled', reason),
  refund: async (ticketId, reason) =>
    (await api('POST /stripe/refund/:ticketId', { params: { ticketId }, body: { reason } })).ticket,
};

const successText: Record<TicketChange['action'], (name: string) => string> = {
  checkIn: (name) => `${name} is checked in`,
  undo: (name) => `Check-in of ${name} undone`,
  cancel: (name) => `The ticket of ${name} was cancelled`,
  refund: (name) => `The refund for ${name} is under way`,
};

function useRefreshCounts({ eventId, userId }: EventView) {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [viewerEventKey(eventId, userId), teamsKey(userId), eventsKey]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
