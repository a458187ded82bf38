import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { viewerEventKey } from '../../../api/query-keys.ts';
import { doorKey, type DoorPerson } from '../guests/door.guests.api.ts';
import { listScans, removeScan } from './door-database.ts';
import { sendKeptScans } from './send-scans.ts';

/** How often scans that wait are tried again, in milliseconds. Browsers do not always notice that a network is back. */
const tryEvery = 10_000;

export function keptScansQuery(eventId: number) {
  return queryOptions({
    queryKey: ['kept-scans', eventId],
    queryFn: () => listScans(eventId),
    // Another tab may keep scans too.
    staleTime: 0,
    refetchInterval: tryEvery,
  });
}

/** The scans that this device keeps for an event. Sends them as soon as the server answers. */
export function useKeptScans(person: DoorPerson) {
  const queryClient = useQueryClient();
  const { eventId, userId } = person;
  const { data: scans = [] } = useQuery(keptScansQuery(eventId));
  const waiting = scans.filter(({ problem }) => !problem);
  const count = waiting.length;
  const refresh = () => queryClient.invalidateQueries({ queryKey: keptScansQuery(eventId).queryKey });
  useEffect(() => {
    if (count === 0) return undefined;
    const send = async () => {
      if ((await sendKeptScans(person)) === 0) return;
      await queryClient.invalidateQueries({ queryKey: keptScansQuery(eventId).queryKey });
      await queryClient.invalidateQueries({ queryKey: doorKey(person) });
      // A member of the team reads the numbers with the event.
      if (userId !== undefined) {
        await queryClient.invalidateQueries({ queryKey: viewerEventKey(eventId, userId) });
      }
    };
    const trySending = () => void send().catch(() => undefined);
    trySending();
    const timer = setInterval(trySending, tryEvery);
    window.addEventListener('online', trySending);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', trySending);
    };
  }, [count, person, eventId, userId, queryClient]);
  return {
    waiting,
    problems: scans.flatMap(({ id, scannedAt, problem }) => (problem ? [{ id, scannedAt, ...problem }] : [])),
    refresh,
    /** Forgets a scan that the server refused. */
    dismiss: async (id: string) => {
      await removeScan(id);
      await refresh();
    },
  };
}
