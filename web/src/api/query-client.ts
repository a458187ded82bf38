import { focusManager, type Query, QueryClient } from '@tanstack/react-query';
import { deleteDrafts } from './drafts.ts';
import { CallError } from './call-error.ts';
import { deleteOfflineAnswers } from './offline-answers.ts';
import { isOutage, onServerBack } from './outage.ts';
import { personalScope } from './query-keys.ts';
import { getSession, subscribeToSession } from './session.ts';

export const minutes = (count: number) => count * 60_000;

export function createQueryClient(): QueryClient {
  const server = typeof window === 'undefined';
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: minutes(5),
        // On the server, each page request has its own client. A timer would keep the client in memory after
        // the request.
        gcTime: server ? Number.POSITIVE_INFINITY : minutes(30),
        retry: (failures, error) => !server && failures < 2 && isWorthRetrying(error),
        refetchOnWindowFocus: false,
        // By default, a query waits silently while the browser is offline. Foyer shows an error message
        // instead.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Mutations must not wait for the network either, because the button would stay busy.
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Deletes a user's loaded data and saved responses as soon as the session ends or another user logs in. Deletes the
 * user's drafts only when another user logs in.
 * @returns a function that stops watching the session
 */
export function dropPersonalDataOnUserChange(queryClient: QueryClient): () => void {
  let userId = getSession().user?.id;
  const unsubscribe = subscribeToSession(() => {
    const present = getSession().user?.id;
    if (present === userId) return;
    userId = present;
    queryClient.removeQueries({ queryKey: [personalScope] });
    deleteOfflineAnswers({ exceptUserId: present });
    // Delete the old drafts when another user has logged in. Keep the drafts when nobody is signed in: the
    // session may only have expired, and the same user may come back.
    if (present !== undefined) deleteDrafts({ exceptUserId: present });
  });
  // Another user may have logged in while this page was closed, so delete the responses that were saved for other
  // users.
  deleteOfflineAnswers({ exceptUserId: userId });
  if (userId !== undefined) deleteDrafts({ exceptUserId: userId });
  return unsubscribe;
}

/**
 * Makes `refetchOnWindowFocus` react to the window's focus. By default, React Query reacts only when a hidden
 * page becomes visible, and so misses a window that is always visible beside another window.
 */
export function watchWindowFocus(): void {
  focusManager.setEventListener((onFocus) => {
    const listener = () => onFocus();
    window.addEventListener('visibilitychange', listener);
    window.addEventListener('focus', listener);
    return () => {
      window.removeEventListener('visibilitychange', listener);
      window.removeEventListener('focus', listener);
    };
  });
}

export function refetchWhenServerIsBack(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  let isWaiting = false;
  cache.subscribe(({ query, type }) => {
    if (isWaiting || type !== 'updated' || query.state.fetchStatus !== 'idle' || !failedInOutage(query))
      return;
    isWaiting = true;
    onServerBack(() => {
      isWaiting = false;
      void queryClient.refetchQueries({ predicate: failedInOutage, type: 'active' });
    });
  });
}

function failedInOutage({ state }: Pick<Query, 'state'>): boolean {
  return isOutage(state.error);
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof CallError) || error.status === 0 || error.status >= 500;
}
