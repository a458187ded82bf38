import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { viewerEventKey } from '../../api/query-keys.ts';
import { useSite } from '../../layout/use-site.ts';
import { findDayObjection } from '../tickets/ticket-day.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import { answerAtDoor, checkInAtDoor, checkInGroup, type DoorAnswer, type DoorCode } from './door.api.ts';
import { useUndoCheckIns } from './group/use-undo-check-ins.ts';
import { doorKey } from './guests/door.guests.api.ts';
import { type DoorControls, useDoorLog } from './use-door-log.ts';

/** The door of a signed-in member of the event's team. */
export function useDoor(eventId: number, userId: number): DoorControls {
  const queryClient = useQueryClient();
  const refreshCount = () => {
    for (const queryKey of [viewerEventKey(eventId, userId), doorKey({ eventId, userId })])
      queryClient.invalidateQueries({ queryKey }).catch(() => undefined);
  };
  const { record, markUndone, ...shown } = useDoorLog(refreshCount);
  const findObjection = useObjections(eventId);
  /**
   * The codes whose last check-in got no answer from the server. If the server then reports the ticket as used, the
   * staff decide, because the lost check-in may have used it for the same guest.
   */
  const maybeIn = useRef(new Set<DoorCode>());
  const recordAnswers = (code: DoorCode, answers: [DoorAnswer, ...DoorAnswer[]]) => {
    const [first] = answers;
    if (first.kind === 'unsure' && first.mayBeIn) maybeIn.current.add(code);
    else maybeIn.current.delete(code);
    record(code, answers);
  };
  const asking = useMutation({
    mutationFn: ({ code, force }: { code: DoorCode; force: boolean }) => {
      const mayBeIn = maybeIn.current.has(code);
      // A guest from the list of this event needs no look at the ticket first.
      if (force || typeof code === 'number') return checkInAtDoor(code, mayBeIn);
      return answerAtDoor(code, mayBeIn, findObjection);
    },
    onSuccess: (answer, { code }) => recordAnswers(code, [answer]),
  });
  const grouping = useMutation({
    mutationFn: ({ otherId }: { code: DoorCode; otherId: number }) => checkInGroup(otherId),
    onSuccess: (answers, { code }) => recordAnswers(code, answers),
  });
  const undoing = useUndoCheckIns((undone, wanted) =>
    markUndone(undone, { closes: undone.length === wanted.length }),
  );
  return {
    ...shown,
    busy: asking.isPending || grouping.isPending || undoing.isPending,
    answer: (code) => asking.mutate({ code, force: false }),
    decide: (code) => asking.mutate({ code, force: true }),
    admitGroup: (code, otherId) => grouping.mutate({ code, otherId }),
    undo: ({ answer }) => {
      if (answer.ticket) undoing.mutate([answer.ticket]);
    },
    undoAll: ({ answer }) => {
      if (answer.kind === 'accepted') undoing.mutate(answer.group ?? [answer.ticket]);
    },
  };
}

/** Returns a function that says why a valid ticket cannot be used at this event today; null when it can. */
function useObjections(eventId: number) {
  const { timeZone } = useSite();
  return (ticket: Ticket) => {
    if (ticket.event_id !== eventId) return `This ticket is for another event: ${ticket.event_title}`;
    return findDayObjection(ticket, Date.now(), timeZone);
  };
}
