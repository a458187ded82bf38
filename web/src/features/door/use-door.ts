import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { viewerEventKey } from '../../api/query-keys.ts';
import { useSite } from '../../layout/use-site.ts';
import { findDayObjection } from '../tickets/ticket-day.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import { answerAtDoor, checkInAtDoor, checkInGroup, type DoorAnswer } from './door.api.ts';
import { useUndoCheckIns } from './group/use-undo-check-ins.ts';

export interface DoorEntry {
  /** A running number. */
  id: number;
  code: string;
  answer: DoorAnswer;
  /** When the result arrived, in milliseconds since 1970. */
  at: number;
  undone: boolean;
}

const longestLog = 8;

export function useDoor(eventId: number, userId: number) {
  const [log, setLog] = useState<DoorEntry[]>([]);
  const [shownId, setShownId] = useState<number | null>(null);
  const count = useRef(0);
  const queryClient = useQueryClient();
  const refreshCount = () =>
    queryClient.invalidateQueries({ queryKey: viewerEventKey(eventId, userId) }).catch(() => undefined);
  const findObjection = useObjections(eventId);
  /**
   * The codes whose last check-in got no answer from the server. If the server then reports the ticket as used, the
   * staff decide, because the lost check-in may have used it for the same guest.
   */
  const maybeIn = useRef(new Set<string>());
  /** Shows the first result, and puts all results into the list. */
  const record = (code: string, answers: [DoorAnswer, ...DoorAnswer[]]) => {
    const [first] = answers;
    if (first.kind === 'unsure' && first.mayBeIn) maybeIn.current.add(code);
    else maybeIn.current.delete(code);
    const at = Date.now();
    const start = count.current + 1;
    const entries = answers.map((answer, index) => ({ id: start + index, code, answer, at, undone: false }));
    count.current += answers.length;
    setLog((before) => [...entries, ...before].slice(0, longestLog));
    setShownId(start);
    vibrate(first);
    void refreshCount();
  };
  const asking = useMutation({
    mutationFn: ({ code, force }: { code: string; force: boolean }) => {
      const mayBeIn = maybeIn.current.has(code);
      return force ? checkInAtDoor(code, mayBeIn) : answerAtDoor(code, mayBeIn, findObjection);
    },
    onSuccess: (answer, { code }) => record(code, [answer]),
  });
  const grouping = useMutation({
    mutationFn: ({ otherId }: { code: string; otherId: number }) => checkInGroup(otherId),
    onSuccess: (answers, { code }) => record(code, answers),
  });
  const undoing = useUndoCheckIns((undone, wanted) => {
    const ids = new Set(undone.map(({ id }) => id));
    setLog((before) => before.map((entry) => markUndone(entry, ids)));
    if (undone.length === wanted.length) setShownId(null);
    void refreshCount();
  });
  return {
    log,
    shown: log.find(({ id }) => id === shownId) ?? null,
    busy: asking.isPending || grouping.isPending || undoing.isPending,
    answer: (code: string) => asking.mutate({ code, force: false }),
    /** Checks a ticket in although it is for another event or day. */
    decide: (code: string) => asking.mutate({ code, force: true }),
    /** Checks in the other tickets of an order, after the ticket with this code was checked in. */
    admitGroup: (code: string, otherId: number) => grouping.mutate({ code, otherId }),
    /** Undoes the check-in of one ticket. */
    undo: ({ answer }: DoorEntry) => {
      if (answer.ticket) undoing.mutate([answer.ticket]);
    },
    /** Undoes all check-ins that this result shows. */
    undoAll: ({ answer }: DoorEntry) => {
      if (answer.kind === 'accepted') undoing.mutate(answer.group ?? [answer.ticket]);
    },
    close: () => setShownId(null),
  };
}

function markUndone(entry: DoorEntry, ids: ReadonlySet<number>): DoorEntry {
  const { answer } = entry;
  return answer.kind === 'accepted' && ids.has(answer.ticket.id) ? { ...entry, undone: true } : entry;
}

/** Returns a function that says why a valid ticket cannot be used at this event today; null when it can. */
function useObjections(eventId: number) {
  const { timeZone } = useSite();
  return (ticket: Ticket) => {
    if (ticket.event_id !== eventId) return `This ticket is for another event: ${ticket.event_title}`;
    return findDayObjection(ticket, Date.now(), timeZone);
  };
}

/** Vibrates once for an accepted ticket and three times otherwise, so that the staff need not look at the screen. */
function vibrate({ kind }: DoorAnswer): void {
  if ('vibrate' in navigator) navigator.vibrate(kind === 'accepted' ? 60 : [120, 80, 120, 80, 120]);
}
