import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../../api/client.ts';
import { personalKey } from '../../../api/query-keys.ts';

export type SentMessage = Answer<'GET /events/:id/messages'>['messages'][number];

const perPage = 10;

/** The query key of each page of an event's messages begins with these parts. */
export function messagesKey(eventId: number, userId: number) {
  return personalKey(userId, 'messages', eventId);
}

/** One page of the messages that were sent to the attendees, newest first. */
export function messagesQuery(eventId: number, userId: number, page: number) {
  return queryOptions({
    queryKey: [...messagesKey(eventId, userId), page],
    queryFn: ({ signal }) =>
      api('GET /events/:id/messages', {
        params: { id: eventId },
        query: { limit: perPage, page },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => chooseInterval(state.data?.messages ?? [], Date.now()),
  });
}

export function isUnderWay({ recipients, sent, not_sent, waiting }: SentMessage): boolean {
  return sent + not_sent + waiting < recipients;
}

const minuteMs = 60_000;

/**
 * Chooses after how many milliseconds the page looks again. The mails of a new message go out one after the other. Those
 * still on their way after five minutes may take hours.
 */
export function chooseInterval(messages: SentMessage[], now: number): number | false {
  const times = messages.filter(isUnderWay).map((message) => Date.parse(message.created_at));
  if (times.length === 0) return false;
  return now < Math.max(...times) + 5 * minuteMs ? 3000 : minuteMs;
}

export type AutomaticMail = Answer<'GET /events/:id/automatic-mails'>['mails'][number];

/** The mails that attendees get by themselves. */
export function automaticMailsQuery(eventId: number, userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'automatic-mails', eventId),
    queryFn: async ({ signal }): Promise<AutomaticMail[]> =>
      (await api('GET /events/:id/automatic-mails', { params: { id: eventId }, signal })).mails,
    staleTime: 0,
  });
}
