import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { makeRandomWord } from '../../payments/known-orders.ts';
import type { DoorAnswer, DoorCode, ShownTicket } from '../door.api.ts';
import { doorKey, type DoorPerson } from '../guests/door.guests.api.ts';
import { answerOffline, findGuest, hashCode } from './answer-offline.ts';
import { findDoor, type KeptDoor, keepScan, listScans, saveDoor } from './door-database.ts';
import { keepDoorOffline } from './keep-door-offline.ts';
import { useKeptScans } from './use-kept-scans.ts';

/** The door that this device has kept; null if it has none. */
export function keptDoorQuery(person: DoorPerson) {
  return queryOptions({
    queryKey: [...doorKey(person), 'kept'],
    queryFn: async () => (await findDoor(person)) ?? null,
    staleTime: Infinity,
  });
}

export function useKeptDoor(person: DoorPerson) {
  return useQuery(keptDoorQuery(person));
}

/**
 * Lets a door work without a network.
 * @param door what the server said last; undefined until it has answered
 */
export function useOfflineDoor(person: DoorPerson, door: KeptDoor | undefined) {
  const queryClient = useQueryClient();
  const scans = useKeptScans(person);
  useEffect(() => {
    if (!door) return;
    const keep = async () => {
      await saveDoor(person, door);
      queryClient.setQueryData(keptDoorQuery(person).queryKey, door);
    };
    // In a browser that forbids storage, the door works with a network only, and the page says so.
    keep().catch(() => undefined);
  }, [door, person, queryClient]);
  const at = door?.at;
  useEffect(() => {
    // Each time that the list was loaded, and not after each scan, because this loads the page again.
    if (at !== undefined) keepDoorOffline().catch(() => undefined);
  }, [at]);
  const { data: kept } = useKeptDoor(person);
  return {
    scans,
    keptAt: kept?.at,
    /** Refuses a ticket whose check-in waits to be sent, because the server does not know of it yet. Else null. */
    async refuseAdmitted(code: DoorCode): Promise<DoorAnswer<ShownTicket> | null> {
      const waiting = (await listScans(person.eventId).catch(() => [])).filter(({ problem }) => !problem);
      if (waiting.length === 0) return null;
      const { guest } = await findKnown(person, code);
      return guest && waiting.some(({ ticketId }) => ticketId === guest.id)
        ? answerOffline(guest, waiting, new Date().toISOString())
        : null;
    },
    /**
     * Answers for the server, and keeps the scan. Returns null if this device does not know the code.
     * @param findObjection returns why nobody can enter the event today; null when they can
     */
    async answer(
      code: DoorCode,
      { scanId = makeRandomWord(), force = false, findObjection = (_door: KeptDoor): string | null => null },
    ): Promise<DoorAnswer<ShownTicket> | null> {
      const { known, codeHash, guest } = await findKnown(person, code);
      if (!guest) return null;
      const scannedAt = new Date().toISOString();
      const answer = answerOffline(guest, await listScans(person.eventId), scannedAt);
      if (answer.kind !== 'accepted') return answer;
      const objection = force ? null : findObjection(known);
      if (objection)
        return { kind: 'held', reason: objection, ticket: { ...answer.ticket, status: 'valid' } };
      await keepScan({ id: scanId, eventId: person.eventId, ticketId: guest.id, codeHash, scannedAt });
      await scans.refresh();
      return answer;
    },
  };
}

/** Finds the guest with this code in the list that this device keeps. */
async function findKnown(person: DoorPerson, code: DoorCode) {
  const known = await findDoor(person).catch(() => undefined);
  const codeHash = typeof code === 'string' ? await hashCode(code) : undefined;
  const guest = known && findGuest(known.guests, code, codeHash ?? '');
  return guest ? { known, codeHash, guest } : {};
}

export type OfflineDoor = ReturnType<typeof useOfflineDoor>;
