import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type DoorPerson, guestsQuery } from './guests/door.guests.api.ts';
import { createLostScans } from './lost-scans.ts';
import { keptDoorQuery } from './offline/use-offline-door.ts';

/** Remembers lost scans with the list of guests that was loaded, or else with the list that this device keeps. */
export function useLostScans(person: DoorPerson) {
  const queryClient = useQueryClient();
  const [lost] = useState(() =>
    createLostScans(
      () =>
        queryClient.getQueryData(guestsQuery(person).queryKey) ??
        queryClient.getQueryData(keptDoorQuery(person).queryKey)?.guests ??
        [],
    ),
  );
  return lost;
}
