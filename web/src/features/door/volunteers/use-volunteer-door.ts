import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { makeRandomWord } from '../../payments/known-orders.ts';
import type { DoorCode } from '../door.api.ts';
import { scanTicket } from '../door.scans.api.ts';
import { useAdmitGroup } from '../group/use-admit-group.ts';
import { useDoorUndo } from '../group/use-undo-check-ins.ts';
import { type DoorPerson, updateGuests } from '../guests/door.guests.api.ts';
import type { OfflineDoor } from '../offline/use-offline-door.ts';
import { type DoorControls, type DoorEntry, useDoorLog } from '../use-door-log.ts';
import { undoScan, volunteerDoorQuery } from './door.volunteers.api.ts';

/** Somebody tries again soon. Later the same code may be in the hands of another guest. */
const triesAgainFor = 60_000;

/**
 * Whether this scan of a code repeats the one whose result is on the screen. Then it is sent with the same id and gets
 * the answer that was lost. Any other scan gets a new id, so that no second guest enters with the answer of the first.
 */
export function isStillShown(
  shown: Pick<DoorEntry, 'code' | 'at'> | null,
  code: DoorCode,
  now: number,
): boolean {
  return shown?.code === code && now - shown.at < triesAgainFor;
}

/** The door of a volunteer with a link. */
export function useVolunteerDoor(person: DoorPerson, offline: OfflineDoor): DoorControls {
  const queryClient = useQueryClient();
  const { record, markUndone, ...shown } = useDoorLog((changed) => {
    updateGuests(queryClient, person, changed);
    const { queryKey } = volunteerDoorQuery(person);
    queryClient.invalidateQueries({ queryKey }).catch(() => undefined);
  });
  /** The ids of the last scans of codes that got no answer. */
  const unanswered = useRef(new Map<DoorCode, string>());
  const scanning = useMutation({
    mutationFn: async (code: DoorCode) => {
      const lostId = unanswered.current.get(code);
      const isTriedAgain = lostId !== undefined && isStillShown(shown.shown, code, Date.now());
      const scanId = isTriedAgain ? lostId : makeRandomWord();
      unanswered.current.set(code, scanId);
      const admitted = await offline.refuseAdmitted(code);
      if (admitted) return admitted;
      const answer = await scanTicket(person, { id: scanId, code }, lostId !== undefined);
      if (answer.kind !== 'unsure' || !answer.isOutage) return answer;
      // The kept scan has the same id, so it does not matter whether the server got the first one.
      return (await offline.answer(code, { scanId })) ?? answer;
    },
    onSuccess: (answer, code) => {
      if (answer.kind !== 'unsure') unanswered.current.delete(code);
      record(code, [answer]);
    },
  });
  const { isAdmitting, admitGroup, admitAgain } = useAdmitGroup(person, offline, record);
  const { isUndoing, undo, undoAll } = useDoorUndo((ticketId) => undoScan(person, ticketId), markUndone);
  return {
    ...shown,
    busy: scanning.isPending || isAdmitting || isUndoing,
    answer: scanning.mutate,
    decide: scanning.mutate,
    admitGroup,
    tryAgain: ({ code, scans }) => (scans ? admitAgain(scans) : scanning.mutate(code)),
    undo,
    undoAll,
  };
}
