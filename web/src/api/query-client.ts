import { type Query, QueryClient } from '@tanstack/react-query';
import { forgetDrafts } from './drafts.ts';
import { CallError } from './call-error.ts';
import { forgetAnswersOfOthers } from './kept-answers.ts';
import { isOutage, onceServerIsBack } from './outage.ts';
import { personalScope } from './query-keys.ts';
import { getSession, subscribeToSession } from './session.ts';

export const minutes = (count: number) => count * 60_000;

export function createQueryClient(): QueryClient {
  const server = typeof window === 'undefined';
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: minutes(5),
        // On the server the client lives as long as its request; a timer would keep it longer.
        gcTime: server ? Number.POSITIVE_INFINITY : minutes(30),
        retry: (failures, error) => !server && failures < 2 && isWorthRetrying(error),
        refetchOnWindowFocus: false,
        // Offline a look-up fails in words after its tries; waiting for the network would look like loading for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Offline a change fails at once, in words; waiting for the network would keep its button busy for ever.
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Forgets what belonged to the last user as soon as the session is another's or nobody's.
 * @returns a function that ends it
 */
export function dropPersonalDataOnUserChange(queryClient: QueryClient): () => void {
  let userId = getSession().user?.id;
  const unsubscribe = subscribeToSession(() => {
    const present = getSession().user?.id;
    if (present === userId) return;
    userId = present;
    queryClient.removeQueries({ queryKey: [personalScope] });
    forgetAnswersOfOthers(present);
    // Whose session has expired comes back to what they had typed; only somebody else must not find it.
    if (present !== undefined) forgetDrafts(present);
  });
  // Somebody may have left while no page of ours was open.
  forgetAnswersOfOthers(userId);
  if (userId !== undefined) forgetDrafts(userId);
  return unsubscribe;
}

/** Looks again for what could not be loaded, once the server can serve; nobody has to press anything. */
export function refetchWhenServerIsBack(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  let waits = false;
  cache.subscribe(({ query, type }) => {
    if (waits || type !== 'updated' || query.state.fetchStatus !== 'idle' || !isStruck(query)) return;
    waits = true;
    onceServerIsBack(() => {
      waits = false;
      void queryClient.refetchQueries({ predicate: isStruck, type: 'active' });
    });
  });
}

function isStruck({ state }: Pick<Query, 'state'>): boolean {
  return isOutage(state.error);
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500;
}
