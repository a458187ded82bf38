import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSite } from '../../../layout/use-site.ts';
import { Button } from '../../../ui/button.tsx';
import { nameOnTicket } from '../../tickets/name-on-ticket.ts';
import { BreakableName } from '../../users/breakable-name.tsx';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { describeUndo, wordOf } from '../door-words.ts';
import { TicketOrigin } from '../ticket-origin.tsx';
import type { DoorControls, DoorEntry } from '../use-door-log.ts';
import { describeRest, findGroup } from '../group/group.ts';
import type { DoorGuest } from '../guests/door.guests.api.ts';
import { verdictKinds } from './verdict-band.tsx';
import { acceptedFor, groupFor } from './verdict-times.ts';

// The colours of the result are the same in both themes, so the buttons on it are too.
const loud = 'bg-[#fffaf2]! text-[#211a14]! hover:bg-[#fff]!';
const quiet = 'border border-current! bg-transparent! text-inherit! hover:bg-[#fffaf2]/15!';

export interface DoorVerdictProps {
  door: DoorControls;
  /** All guests of the event. The verdict finds the others of an order in them. */
  guests: readonly DoorGuest[];
  /** Whether the user may undo check-ins. */
  mayUndo: boolean;
  finalFocus: () => HTMLElement | null;
}

/** The result covers the whole screen, while the camera keeps running. */
export function DoorVerdict({ door, ...rest }: DoorVerdictProps) {
  const { shown } = door;
  return (
    <Base.Root open={shown !== null} onOpenChange={door.close}>
      <Base.Portal>{shown && <Verdict key={shown.id} shown={shown} door={door} {...rest} />}</Base.Portal>
    </Base.Root>
  );
}

function Verdict({ shown, door, guests, mayUndo, finalFocus }: DoorVerdictProps & { shown: DoorEntry }) {
  const { busy } = door;
  const { answer, code } = shown;
  const { colour, Icon } = verdictKinds[answer.kind];
  const accepted = answer.kind === 'accepted';
  const next = useRef<HTMLButtonElement>(null);
  const group = accepted ? answer.group : undefined;
  const rest = accepted && group === undefined ? findGroup(guests, answer.ticket.id) : [];
  const isGroup = group !== undefined && group.length > 1;
  useCloseAfter(accepted && !busy ? (rest.length > 0 || isGroup ? groupFor : acceptedFor) : null, door.close);
  return (
    <Base.Popup
      // Focus Next ticket, not Undo, so that pressing Enter does not undo a check-in by mistake.
      initialFocus={next}
      finalFocus={finalFocus}
      className={`${colour} fixed inset-0 z-50 overflow-y-auto text-[#fffaf2] [--spot:#fffaf2]`}
    >
      <div className="grid min-h-dvh content-center justify-items-center gap-6 px-5 py-8 text-center">
        <Icon aria-hidden strokeWidth={1.75} className="size-28 sm:size-44" />
        <div role="alert">
          <Base.Title className="font-display pb-[0.12em] text-[clamp(3.5rem,15vw,9rem)] leading-[0.95] font-bold">
            {wordOf(answer)}
          </Base.Title>
          <VerdictFacts answer={answer} />
        </div>
        <div className="flex flex-wrap justify-center gap-3 max-sm:grid max-sm:w-full">
          {rest.length > 0 && (
            <Button className={loud} size="lg" busy={busy} onClick={() => door.admitGroup(rest)}>
              {describeRest(rest.length)}
            </Button>
          )}
          {answer.kind === 'held' && answer.ticket.status === 'valid' && (
            <Button className={quiet} size="lg" busy={busy} onClick={() => door.decide(code)}>
              Check in anyway
            </Button>
          )}
          {answer.kind === 'unsure' && (
            <Button className={loud} size="lg" busy={busy} onClick={() => door.tryAgain(shown)}>
              Try Again
            </Button>
          )}
          <Base.Close ref={next} render={<Button className={loud} size="lg" />}>
            Next ticket
          </Base.Close>
          {accepted && !answer.isKept && mayUndo && (
            <Button className={quiet} size="lg" busy={busy} onClick={() => door.undoAll(shown)}>
              {describeUndo(group?.length ?? 1)}
            </Button>
          )}
        </div>
      </div>
    </Base.Popup>
  );
}

function VerdictFacts({ answer }: { answer: DoorEntry['answer'] }) {
  const { timeZone } = useSite();
  const { ticket } = answer;
  const usedAt = answer.kind === 'accepted' ? null : ticket?.used_at;
  const group = answer.kind === 'accepted' && (answer.group?.length ?? 0) > 1 ? answer.group : undefined;
  return (
    <>
      {answer.kind !== 'accepted' && (
        <Base.Description className="mt-5 text-2xl font-semibold sm:text-3xl">
          {answer.reason}
        </Base.Description>
      )}
      {usedAt && (
        <p className="mt-2 text-xl">
          {answer.kind === 'refused' ? 'Used' : 'Checked in'} {formatDate(usedAt, timeZone)},{' '}
          {formatTime(usedAt, timeZone)}
        </p>
      )}
      {answer.kind === 'accepted' && answer.isKept && (
        <p className="mt-4 text-xl">No network: this device keeps the check-in and sends it later.</p>
      )}
      {ticket && (
        <>
          <p className="mt-5 text-3xl font-semibold wrap-anywhere sm:text-5xl">
            {group ? `${group.length} tickets` : <BreakableName name={nameOnTicket(ticket)} />}
          </p>
          {group && <p className="mt-2 text-xl wrap-anywhere">{group.map(nameOnTicket).join(', ')}</p>}
          <TicketOrigin ticket={ticket} group={group} className="mt-2 text-xl" />
        </>
      )}
    </>
  );
}

function useCloseAfter(milliseconds: number | null, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (milliseconds === null) return undefined;
    const timer = setTimeout(() => close(), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
}
