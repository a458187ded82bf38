import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { eventsKey, viewerEventKey } from '../../api/query-keys.ts';
import { type Answer, api } from '../../api/client.ts';
import { CallError } from '../../api/call-error.ts';
import { minutes } from '../../api/query-client.ts';
import { type EventsView, defaultView } from './browse/events-search.ts';

export type FoyerEvent = Answer<'GET /events'>['events'][number];
export type EventListPage = Answer<'GET /events'> & { page: number; limit: number };
export type ViewedEvent = Answer<'GET /events/:id'>['event'];

export function eventListQuery(view: EventsView) {
  const { category, when, month, free, perPage: limit, q, ...sorted } = view;
  return queryOptions({
    queryKey: [...eventsKey, 'list', view],
    queryFn: async ({ signal }) => {
      const answer = await api('GET /events', {
        query: {
          ...sorted,
          limit,
          category: category === defaultView.category ? undefined : category,
          when: when ?? undefined,
          month: month ?? undefined,
          free: free ? 'true' : undefined,
          running: 'true',
          q: q || undefined,
        },
        anonymous: true,
        signal,
      });
      // While another page loads, these events stay on the screen. So keep the page number together with the
      // events.
      return { ...answer, page: view.page, limit };
    },
    staleTime: minutes(5),
    placeholderData: keepPreviousData,
  });
}

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => api('GET /events/categories', { anonymous: true, signal }),
  staleTime: minutes(30),
});

/**
 * An event as visitors see it. Null means that the event does not exist, or that it is private and `key` does
 * not open it.
 */
export function eventQuery(id: number, key: string | undefined) {
  return queryOptions({
    queryKey: [...eventsKey, 'one', id, key],
    queryFn: async ({ signal }): Promise<ViewedEvent | null> =>
      nullWhenMissing(async () => {
        const call = { params: { id }, query: { key }, anonymous: true, signal };
        const { event } = await api('GET /events/:id', call);
        return event;
      }),
    staleTime: minutes(5),
  });
}

/**
 * An event as the signed-in user sees it, with their registration and permissions. Null means that the user cannot
 * see the event.
 * @param mayBeDraft true looks for a draft first, and for a published event only if there is no draft
 * @param key the key of a private event, for people outside its team
 */
export function viewerEventQuery(id: number, userId: number, mayBeDraft: boolean, key?: string) {
  return queryOptions({
    queryKey: [...viewerEventKey(id, userId), key],
    queryFn: async ({ signal }): Promise<ViewedEvent | null> => {
      const draft =
        mayBeDraft && (await nullWhenMissing(() => api('GET /events/:id/draft', { params: { id }, signal })));
      if (draft) return draft.event;
      const found = await nullWhenMissing(() =>
        api('GET /events/:id', { params: { id }, query: { key }, signal }),
      );
      return found?.event ?? null;
    },
    // An event that was not found may be published at any moment, so each visit asks the server again.
    staleTime: ({ state }) => (state.data === null ? 0 : minutes(5)),
  });
}

/** Returns null for what does not exist, or what the user may not see. */
export async function nullWhenMissing<T>(load: () => Promise<T>): Promise<T | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof CallError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}
