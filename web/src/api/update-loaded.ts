import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts the server's answer to a change into data that are loaded already. A load that is still running may have read
 * the data before the change. So this load is cancelled before the write, and started again after the write.
 */
export async function updateLoaded<Data>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  update: (before: Data) => Data,
): Promise<void> {
  const one = { queryKey, exact: true };
  const wasLoading = queryClient.isFetching(one) > 0;
  await queryClient.cancelQueries(one);
  queryClient.setQueryData<Data>(queryKey, (before) => before && update(before));
  if (wasLoading) void queryClient.invalidateQueries(one);
}
