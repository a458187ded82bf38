import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { useRequestKey } from '../../orders/use-request-key.ts';
import { audiencesQuery } from '../../events/events.audiences.api.ts';
import { messagesKey } from './attendees.messages.api.ts';
import type { Choice } from './message-words.ts';

export interface MessageValues extends Choice {
  subject: string;
  text: string;
  takes_replies: boolean;
}

interface View {
  eventId: number;
  userId: number;
}

/** Sends a message. After an error there is no toast, because the form shows it. */
export function useSendMessage({ eventId, userId }: View) {
  const queryClient = useQueryClient();
  const sendWithKey = useRequestKey();
  return useMutation({
    mutationFn: ({ ticket_type_id: typeId, ...values }: MessageValues) => {
      const body = { ...values, ...(values.audience === 'type' && { ticket_type_id: Number(typeId) }) };
      return sendWithKey(body, (key) =>
        api('POST /events/:id/messages', {
          params: { id: eventId },
          headers: { 'idempotency-key': key },
          body,
        }),
      );
    },
    onSuccess: () => toast.success('Your message is on its way'),
    onSettled: () =>
      Promise.all(
        [messagesKey(eventId, userId), audiencesQuery(eventId, userId).queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Sends the message to its sender only. */
export function useTestMessage(eventId: number) {
  return useMutation({
    mutationFn: ({ subject, text, takes_replies }: MessageValues) =>
      api('POST /events/:id/messages/test', {
        params: { id: eventId },
        body: { subject, text, takes_replies },
      }),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: (error) => toast.error(messageOf(error, 'The test could not be sent. Please try again.')),
  });
}
