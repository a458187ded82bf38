import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { eventsKey, viewerEventKey } from '../../api/query-keys.ts';
import { api } from '../../api/client.ts';
import { CallError, messageOf } from '../../api/call-error.ts';
import { teamsKey } from '../teams/teams.api.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import { changeTicketStatus, checkInById } from '../door/door.api.ts';
import { type Attendee, attendeesQuery, getUserIdByName } from './attendees.api.ts';

/** An event, and who is looking at it. */
export interface EventView {
  eventId: number;
  userId: number;
}

export interface TicketDeed {
  deed: 'checkIn' | 'undo' | 'cancel' | 'refund';
  attendee: Attendee;
  /** Why a ticket ends. */
  reason?: string;
}

/** What is done with one attendee's ticket; only their row changes, since a large list takes its time. */
export function useChangeAttendee(view: EventView) {
  const queryClient = useQueryClient();
  const refreshCounts = useRefreshCounts(view);
  const { queryKey } = attendeesQuery(view.eventId, view.userId);
  return useMutation({
    mutationFn: ({ deed, attendee, reason }: TicketDeed): Promise<Ticket> => {
      const id = attendee.ticket?.id ?? 0;
      return deeds[deed](id, reason);
    },
    onSuccess: (ticket, { deed, attendee }) => {
      queryClient.setQueryData(queryKey, (before) =>
        before?.map((one) => (one.id === attendee.id ? withTicket(one, ticket) : one)),
      );
      toast.success(news[deed](attendee.username));
      refreshCounts();
    },
    onError: async (error, { deed }) => {
      // What the dialogs asked for is answered in them, at once.
      const isAsked = deed === 'cancel' || deed === 'refund';
      if (!isAsked) toast.error(messageOf(error, 'Please try again.'));
      // Somebody else was quicker: the row is not what it seems.
      if (!(error instanceof CallError) || ![404, 409].includes(error.status)) return;
      refreshCounts();
      const refreshed = queryClient.invalidateQueries({ queryKey });
      if (!isAsked) await refreshed;
    },
  });
}

/** Registers somebody by one of their names, with a ticket that costs them nothing. */
export function useGiveTicket(view: EventView) {
  const queryClient = useQueryClient();
  const refreshCounts = useRefreshCounts(view);
  return useMutation({
    mutationFn: async (name: string) => {
      const user_id = await getUserIdByName(name);
      return (await api('POST /tickets', { body: { event_id: view.eventId, user_id } })).ticket;
    },
    onSuccess: async ({ username }) => {
      await queryClient.refetchQueries({ queryKey: attendeesQuery(view.eventId, view.userId).queryKey });
      toast.success(`${username} has a ticket now, and a mail with it`);
      refreshCounts();
    },
  });
}

const deeds: Record<TicketDeed['deed'], (id: number, reason?: string) => Promise<Ticket>> = {
  checkIn: (id) => checkInById(id),
  undo: (id) => changeTicketStatus(id, 'valid'),
  cancel: (id, reason) => changeTicketStatus(id, 'cancelled', reason),
  refund: async (ticketId, reason) =>
    (await api('POST /stripe/refund/:ticketId', { params: { ticketId }, body: { reason } })).ticket,
};

const news: Record<TicketDeed['deed'], (username: string) => string> = {
  checkIn: (username) => `${username} is in`,
  undo: (username) => `${username} is not in any more`,
  cancel: (username) => `The ticket of ${username} is cancelled`,
  refund: (username) => `The money of ${username} is on its way back`,
};

/** The seat of a ticket that has ended is free again. */
function withTicket(attendee: Attendee, ticket: Ticket): Attendee {
  const { id, status, paid, price, used_at, disputed, refund_pending } = ticket;
  const hasEnded = status === 'cancelled' || status === 'refunded';
  return {
    ...attendee,
    status: hasEnded ? 'cancelled' : attendee.status,
    paid: paid && !hasEnded,
    ticket: { id, status, paid, price, used_at, disputed, refund_pending },
  };
}

function useRefreshCounts({ eventId, userId }: EventView) {
  const queryClient = useQueryClient();
  return () => {
    for (const queryKey of [viewerEventKey(eventId, userId), teamsKey(userId), eventsKey]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  };
}
