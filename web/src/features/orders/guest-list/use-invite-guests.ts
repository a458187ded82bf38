import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { eventsKey, personalKey, viewerEventKey } from '../../../api/query-keys.ts';
import { formatCount } from '../../../format/counts.ts';
import { managedTypesQuery } from '../../events/events.types.api.ts';
import { soldOrdersKey } from '../sold/orders.sold.api.ts';
import { useRequestKey } from '../use-request-key.ts';
import type { GuestValues } from './read-guests.ts';
import { toast } from '../../../ui/overlays/toast.ts';

interface Invitation {
  typeId: number;
  guests: readonly GuestValues[];
}

/** Gives complimentary tickets to all guests of a list. After an error there is no toast, because the form shows it. */
export function useInviteGuests(eventId: number, userId: number) {
  const queryClient = useQueryClient();
  const sendWithKey = useRequestKey();
  return useMutation({
    mutationFn: ({ typeId, guests }: Invitation) => {
      const body = {
        ticket_type_id: typeId,
        guests: guests.map(({ name, email, quantity }) => ({ name, email, quantity: Number(quantity) })),
      };
      return sendWithKey(body, (key) =>
        api('POST /events/:id/complimentary-tickets', {
          params: { id: eventId },
          headers: { 'idempotency-key': key },
          body,
        }),
      );
    },
    onSuccess: (_, { guests }) => {
      const count = guests.reduce((sum, { quantity }) => sum + Number(quantity), 0);
      const people = formatCount(guests.length, 'guest');
      toast.success(`${formatCount(count, 'ticket')} on the way to ${people}`);
    },
    onSettled: () =>
      Promise.all(
        [
          soldOrdersKey(eventId, userId),
          personalKey(userId, 'attendees', eventId),
          managedTypesQuery(eventId, userId).queryKey,
          viewerEventKey(eventId, userId),
          eventsKey,
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}
