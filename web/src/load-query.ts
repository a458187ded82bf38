import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';

/**
 * Returns the cached data of a query, or loads them. Old data are good enough, because the page's own query
 * reloads them.
 */
export function loadQuery<T, Key extends QueryKey>(
  queryClient: QueryClient,
  options: QueryExecuteOptions<T, Error, T, T, Key>,
): Promise<T> {
  return queryClient.query({ ...options, staleTime: 'static' });
}

/** Waits for a page's data on the server only. The browser shows the page at once with its skeletons. */
export async function loadForServer(loading: Promise<unknown>): Promise<void> {
  if (typeof window === 'undefined') await loading;
  // The page's own query shows the error when loading fails.
  else loading.catch(() => undefined);
}
