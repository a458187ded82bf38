import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/call-error.ts';
import { type ShownTicket, undoCheckIns } from '../door.api.ts';
import { describeUndone } from '../door-words.ts';
import { toast } from '../../../ui/overlays/toast.ts';

/** Undoes check-ins, and says which. `onUndone` gets the tickets whose check-in was undone, and all wanted tickets. */
export function useUndoCheckIns(
  onUndone: (undone: readonly ShownTicket[], wanted: readonly ShownTicket[]) => void,
) {
  return useMutation({
    mutationFn: (wanted: readonly ShownTicket[]) => undoCheckIns(wanted),
    onSuccess: ({ undone, error }, wanted) => {
      if (undone.length > 0) toast.success(describeUndone(undone));
      if (undone.length < wanted.length) {
        toast.error(messageOf(error, 'The check-in could not be undone. Please try again.'));
      }
      onUndone(undone, wanted);
    },
  });
}
