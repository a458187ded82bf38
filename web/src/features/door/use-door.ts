import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from 'sonner';
import { viewerEventKey } from '../../api/query-keys.ts';
import { messageOf } from '../../api/call-error.ts';
import { useSite } from '../../layout/use-site.ts';
import { findDayObjection } from '../tickets/ticket-day.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import { answerAtDoor, changeTicketStatus, checkInAtDoor, type DoorAnswer } from './door.api.ts';

/** One answer that this door gave. */
export interface DoorEntry {
  /** Counts up. */
  id: number;
  code: string;
  answer: DoorAnswer;
  /** In milliseconds since 1970. */
  at: number;
  undone: boolean;
}

/** How many answers stay in sight. */
const longestLog = 8;

/** What the door has answered, what it shows now, and how it is asked. */
export function useDoor(eventId: number, userId: number) {
  const [log, setLog] = useState<DoorEntry[]>([]);
  const [shownId, setShownId] = useState<number | null>(null);
  const count = useRef(0);
  const queryClient = useQueryClient();
  const refreshCount = () =>
    queryClient.invalidateQueries({ queryKey: viewerEventKey(eventId, userId) }).catch(() => undefined);
  const findObjection = useObjections(eventId);
  /** The codes whose check-in may have been done without an answer. */
  const maybeIn = useRef(new Set<string>());
  const asking = useMutation({
    mutationFn: ({ code, decided }: { code: string; decided: boolean }) => {
      const mayBeIn = maybeIn.current.has(code);
      return decided ? checkInAtDoor(code, mayBeIn) : answerAtDoor(code, mayBeIn, findObjection);
    },
    onSuccess: (answer, { code }) => {
      if (answer.kind === 'unsure' && answer.mayBeIn) maybeIn.current.add(code);
      else maybeIn.current.delete(code);
      count.current += 1;
      const id = count.current;
      setLog((before) =>
        [{ id, code, answer, at: Date.now(), undone: false }, ...before].slice(0, longestLog),
      );
      setShownId(id);
      feelAnswer(answer);
      void refreshCount();
    },
  });
  const undoing = useMutation({
    mutationFn: ({ ticket }: { ticket: Ticket; id: number }) => changeTicketStatus(ticket.id, 'valid'),
    onSuccess: (ticket, { id }) => {
      setLog((before) => before.map((entry) => (entry.id === id ? { ...entry, undone: true } : entry)));
      setShownId(null);
      toast.success(`${ticket.username} is not in any more`);
      void refreshCount();
    },
    onError: (error) => toast.error(messageOf(error, 'The check-in could not be undone. Please try again.')),
  });
  return {
    log,
    shown: log.find(({ id }) => id === shownId) ?? null,
    busy: asking.isPending || undoing.isPending,
    answer: (code: string) => asking.mutate({ code, decided: false }),
    /** Lets somebody in although there was an objection. */
    decide: (code: string) => asking.mutate({ code, decided: true }),
    undo: ({ id, answer }: DoorEntry) => {
      if (answer.ticket) undoing.mutate({ id, ticket: answer.ticket });
    },
    close: () => setShownId(null),
  };
}

/** Why a good ticket is not for this door today. */
function useObjections(eventId: number) {
  const { timeZone } = useSite();
  return (ticket: Ticket) => {
    if (ticket.event_id !== eventId) return `This ticket is for another event: ${ticket.event_title}`;
    return findDayObjection(ticket, Date.now(), timeZone);
  };
}

/** One short shake for yes, three for anything else: whoever looks at the guest need not look at the screen. */
function feelAnswer({ kind }: DoorAnswer): void {
  if ('vibrate' in navigator) navigator.vibrate(kind === 'accepted' ? 60 : [120, 80, 120, 80, 120]);
}
