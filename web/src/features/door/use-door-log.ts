import { useRef, useState } from 'react';
import type { DoorAnswer, DoorCode, ShownTicket } from './door.api.ts';

export interface DoorEntry {
  /** A running number. */
  id: number;
  code: DoorCode;
  answer: DoorAnswer<ShownTicket>;
  /** When the result arrived, in milliseconds since 1970. */
  at: number;
  undone: boolean;
}

/** What a door can do. The doors of the team and of volunteers differ in the calls that they make. */
export interface DoorControls {
  /** The newest results, newest first. */
  log: DoorEntry[];
  /** The result that fills the screen. */
  shown: DoorEntry | null;
  busy: boolean;
  answer: (code: DoorCode) => void;
  /** Checks a ticket in although it is for another event or day. */
  decide: (code: DoorCode) => void;
  /** Checks in the other tickets of an order, after the ticket with this code was checked in. */
  admitGroup?: (code: DoorCode, otherId: number) => void;
  /** Undoes the check-in of one ticket. */
  undo: (entry: DoorEntry) => void;
  /** Undoes all check-ins that this result shows. */
  undoAll: (entry: DoorEntry) => void;
  close: () => void;
}

const longestLog = 8;

/** Keeps the last results at this door. After each result, `onChange` gets the tickets that the server has changed. */
export function useDoorLog(onChange: (changed: readonly ShownTicket[]) => void) {
  const [log, setLog] = useState<DoorEntry[]>([]);
  const [shownId, setShownId] = useState<number | null>(null);
  const count = useRef(0);
  return {
    log,
    shown: log.find(({ id }) => id === shownId) ?? null,
    /** Shows the first result, and puts all results into the list. */
    record: (code: DoorCode, answers: [DoorAnswer<ShownTicket>, ...DoorAnswer<ShownTicket>[]]) => {
      const at = Date.now();
      const start = count.current + 1;
      const entries = answers.map((answer, index) => ({
        id: start + index,
        code,
        answer,
        at,
        undone: false,
      }));
      count.current += answers.length;
      setLog((before) => [...entries, ...before].slice(0, longestLog));
      setShownId(start);
      vibrate(answers[0]);
      onChange(
        answers.flatMap((answer) => (answer.kind === 'accepted' && !answer.isKept ? [answer.ticket] : [])),
      );
    },
    /** Marks check-ins as undone, and closes the result if it shows no other. */
    markUndone: (undone: readonly ShownTicket[], { closes }: { closes: boolean }) => {
      const ids = new Set(undone.map(({ id }) => id));
      setLog((before) => before.map((entry) => markUndone(entry, ids)));
      if (closes) setShownId(null);
      onChange(undone);
    },
    close: () => setShownId(null),
  };
}

function markUndone(entry: DoorEntry, ids: ReadonlySet<number>): DoorEntry {
  const { answer } = entry;
  return answer.kind === 'accepted' && ids.has(answer.ticket.id) ? { ...entry, undone: true } : entry;
}

/** Vibrates once for an accepted ticket and three times otherwise, so that the staff need not look at the screen. */
function vibrate({ kind }: DoorAnswer<ShownTicket>): void {
  if ('vibrate' in navigator) navigator.vibrate(kind === 'accepted' ? 60 : [120, 80, 120, 80, 120]);
}
