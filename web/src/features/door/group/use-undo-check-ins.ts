import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/call-error.ts';
import { type ShownTicket, type UndoCheckIn, undoCheckIns } from '../door.api.ts';
import { describeUndone } from '../door-words.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import type { DoorEntry, DoorLogControls } from '../use-door-log.ts';

/** Undoes check-ins, and says which. `onUndone` gets the tickets whose check-in was undone, and all wanted tickets. */
export function useUndoCheckIns(
  undoOne: UndoCheckIn,
  onUndone: (undone: readonly ShownTicket[], wanted: readonly ShownTicket[]) => void,
) {
  return useMutation({
    mutationFn: (wanted: readonly ShownTicket[]) => undoCheckIns(wanted, undoOne),
    onSuccess: ({ undone, error }, wanted) => {
      if (undone.length > 0) toast.success(describeUndone(undone));
      if (undone.length < wanted.length) {
        toast.error(messageOf(error, 'The check-in could not be undone. Please try again.'));
      }
      onUndone(undone, wanted);
    },
  });
}

/** Undoes what a door shows: the check-in of one ticket, or of all tickets of a result. */
export function useDoorUndo(undoOne: UndoCheckIn, markUndone: DoorLogControls['markUndone']) {
  const { isPending, mutate } = useUndoCheckIns(undoOne, (undone, wanted) =>
    markUndone(undone, { closes: undone.length === wanted.length }),
  );
  return {
    isUndoing: isPending,
    undo: ({ answer }: DoorEntry) => {
      if (answer.ticket) mutate([answer.ticket]);
    },
    undoAll: ({ answer }: DoorEntry) => {
      if (answer.kind === 'accepted') mutate(answer.group ?? [answer.ticket]);
    },
  };
}
