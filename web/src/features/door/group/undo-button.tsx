import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { viewerEventQuery } from '../../events/events.api.ts';
import type { Ticket } from '../../tickets/tickets.api.ts';
import { undoAsMember } from '../door.api.ts';
import { describeUndo } from '../door-words.ts';
import { useUndoCheckIns } from './use-undo-check-ins.ts';

interface UndoButtonProps {
  /** The tickets of one event that were checked in together. */
  tickets: readonly [Ticket, ...Ticket[]];
  onUndone: () => void;
}

/** Undoes check-ins. Shown only to people who may do so for this event. */
export function UndoButton({ tickets, onUndone }: UndoButtonProps) {
  const { user } = useSession();
  const event = useQuery(viewerEventQuery(tickets[0].event_id, user?.id ?? 0, false));
  const undoing = useUndoCheckIns(undoAsMember, (undone) => {
    if (undone.length > 0) onUndone();
  });
  if (!event.data?.viewer?.can_issue) return null;
  return (
    <Button variant="secondary" size="lg" busy={undoing.isPending} onClick={() => undoing.mutate(tickets)}>
      {describeUndo(tickets.length)}
    </Button>
  );
}
