import { Undo2 } from 'lucide-react';
import { useSite } from '../../layout/use-site.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../format/dates.ts';
import { nameOnTicket } from '../tickets/name-on-ticket.ts';
import { findReason, wordOf } from './door-words.ts';
import type { DoorEntry } from './use-door-log.ts';

/** The results of all codes at this door, newest first. With `onUndo`, each check-in has a button that undoes it. */
export function DoorLog({ entries, onUndo }: { entries: DoorEntry[]; onUndo?: (entry: DoorEntry) => void }) {
  const { timeZone } = useSite();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="door-log" className="border-t border-line-strong pt-4">
      <h2 id="door-log" className="text-xl font-semibold">
        At this door
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {entries.map((entry) => {
          const { id, answer, at, undone } = entry;
          const name = answer.ticket ? nameOnTicket(answer.ticket) : undefined;
          const reason = findReason(answer);
          return (
            <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <Badge tone={undone ? 'outline' : answer.kind === 'accepted' ? 'good' : 'bad'}>
                {undone ? 'Undone' : wordOf(answer)}
              </Badge>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{name ?? 'Unknown ticket'}</span>
                {answer.ticket && (
                  <span className="block truncate text-[0.9375rem] text-ink-soft">
                    {answer.ticket.type_name}
                  </span>
                )}
                {reason && (
                  <span className="block text-[0.9375rem] wrap-anywhere text-ink-soft">{reason}</span>
                )}
              </span>
              <span className="text-[0.9375rem] text-ink-soft">
                {formatTime(new Date(at).toISOString(), timeZone)}
              </span>
              {answer.kind === 'accepted' && !answer.isKept && !undone && onUndo && (
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={`Undo: ${name}`}
                  onClick={() => onUndo(entry)}
                >
                  <Undo2 size={16} aria-hidden />
                  Undo
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
