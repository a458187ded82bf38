import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { makeRandomWord } from '../../payments/known-orders.ts';
import type { DoorCode } from '../door.api.ts';
import { describeUndone } from '../door-words.ts';
import { type DoorPerson, updateGuests } from '../guests/door.guests.api.ts';
import type { OfflineDoor } from '../offline/use-offline-door.ts';
import { type DoorControls, type DoorEntry, useDoorLog } from '../use-door-log.ts';
import { scanTicket, undoScan, volunteerDoorQuery } from './door.volunteers.api.ts';

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
      const answer = await scanTicket(person, code, { scanId, mayBeIn: lostId !== undefined });
      if (answer.kind !== 'unsure' || !answer.isOutage) return answer;
      // The kept scan has the same id, so it does not matter whether the server got the first one.
      return (await offline.answer(code, { scanId })) ?? answer;
    },
    onSuccess: (answer, code) => {
      if (answer.kind !== 'unsure') unanswered.current.delete(code);
      record(code, [answer]);
    },
  });
  const undoing = useMutation({
    mutationFn: (ticketId: number) => undoScan(person, ticketId),
    onSuccess: (undone) => {
      toast.success(describeUndone([undone]));
      markUndone([undone], { closes: true });
    },
    onError: (error) => toast.error(messageOf(error, 'The check-in could not be undone. Please try again.')),
  });
  const undo: DoorControls['undo'] = ({ answer }) => {
    if (answer.ticket) undoing.mutate(answer.ticket.id);
  };
  return {
    ...shown,
    busy: scanning.isPending || undoing.isPending,
    answer: scanning.mutate,
    decide: scanning.mutate,
    undo,
    undoAll: undo,
  };
}
