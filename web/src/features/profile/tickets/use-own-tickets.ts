import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keepTicketsOffline } from '../../tickets/keep-offline.ts';
import { findOfflineTickets, ticketsQuery } from '../../tickets/tickets.api.ts';

/**
 * Returns the tickets from the server. Until the server has answered, returns the copy that this browser
 * stored on an earlier visit.
 */
export function useOwnTickets(userId: number) {
  const [saved] = useState(() => findOfflineTickets(userId));
  // Always reload: a ticket may have been checked in while the window was in the background.
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...ticketsQuery(userId),
    refetchOnWindowFocus: 'always',
  });
  useEffect(() => {
    // Storing the tickets for offline use may fail. The user need not know, because the tickets are already
    // on the screen.
    if (data?.length) keepTicketsOffline().catch(() => undefined);
  }, [data]);
  const known = data ?? (saved?.answer.length ? saved.answer : undefined);
  return { data: known, asOf: data ? dataUpdatedAt : (saved?.at ?? 0), isError, refetch };
}
