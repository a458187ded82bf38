import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { makeRandomWord } from '../../payments/known-orders.ts';
import type { DoorCode } from '../door.api.ts';
import { describeUndone } from '../door-words.ts';
import { doorKey, type DoorPerson } from '../guests/door.guests.api.ts';
import type { OfflineDoor } from '../offline/use-offline-door.ts';
import { type DoorControls, useDoorLog } from '../use-door-log.ts';
import { scanTicket, undoScan } from './door.volunteers.api.ts';

/** The door of a volunteer with a link. */
export function useVolunteerDoor(person: DoorPerson, offline: OfflineDoor): DoorControls {
  const queryClient = useQueryClient();
  const { record, markUndone, ...shown } = useDoorLog(
    () => void queryClient.invalidateQueries({ queryKey: doorKey(person) }).catch(() => undefined),
  );
  /** The ids of the scans that got no answer. The next try sends the same id, and gets the answer that was lost. */
  const unanswered = useRef(new Map<DoorCode, string>());
  const scanning = useMutation({
    mutationFn: async (code: DoorCode) => {
      const id = unanswered.current.get(code) ?? makeRandomWord();
      unanswered.current.set(code, id);
      const answer = await scanTicket(person, code, id);
      if (answer.kind !== 'unsure' || !answer.isOutage) return answer;
      // The kept scan has the same id, so it does not matter whether the server got the first one.
      return (await offline.answer(code, { scanId: id })) ?? answer;
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
