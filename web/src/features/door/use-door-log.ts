import { useRef, useState } from 'react';
import type { DoorAnswer, DoorCode, ShownTicket } from './door.api.ts';
import type { Scan } from './door.scans.api.ts';
import { giveSignal } from './signals/signals.ts';

export interface DoorEntry {
  /** A running number. */
  id: number;
  code: DoorCode;
  answer: DoorAnswer<ShownTicket>;
  /** When the result arrived, in milliseconds since 1970. */
  at: number;
  undone: boolean;
  /** The scans of a group that were sent together. */
  scans: readonly Scan[] | undefined;
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
  /** Checks in tickets of one order, whose attendees come together. */
  admitGroup: (ticketIds: readonly number[]) => void;
  /** Sends again what got no answer. */
  tryAgain: (entry: DoorEntry) => void;
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
    record: (
      code: DoorCode,
      answers: [DoorAnswer<ShownTicket>, ...DoorAnswer<ShownTicket>[]],
      scans?: readonly Scan[],
    ) => {
      const at = Date.now();
      const start = count.current + 1;
      const entries = answers.map((answer, index) => ({
        id: start + index,
        code,
        answer,
        at,
        undone: false,
        scans,
      }));
      count.current += answers.length;
      setLog((before) => [...entries, ...before].slice(0, longestLog));
      setShownId(start);
      onChange(
        answers.flatMap((answer) => (answer.kind === 'accepted' && !answer.isKept ? [answer.ticket] : [])),
      );
      giveSignal(answers[0].kind === 'accepted' ? 'good' : 'bad');
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

export type DoorLogControls = ReturnType<typeof useDoorLog>;

function markUndone(entry: DoorEntry, ids: ReadonlySet<number>): DoorEntry {
  const { answer } = entry;
  return answer.kind === 'accepted' && ids.has(answer.ticket.id) ? { ...entry, undone: true } : entry;
}
