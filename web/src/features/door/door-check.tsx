import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ScanLine, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useSite } from '../../layout/use-site.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTile } from '../../ui/date-tile.tsx';
import { BreakableName } from '../users/breakable-name.tsx';
import { dateTileOf, formatDate, formatTimeRange } from '../../format/dates.ts';
import { NextCodeForm } from './next-code-form.tsx';
import { nameOnTicket } from '../tickets/name-on-ticket.ts';
import { findDayObjection } from '../tickets/ticket-day.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import {
  allowForLostAnswer,
  checkInAtDoor,
  checkInGroup,
  type DoorAnswer,
  type Verdict,
} from './door.api.ts';
import { TicketOrigin } from './ticket-origin.tsx';
import { UndoButton } from './group/undo-button.tsx';
import { useGroup } from './group/use-group.ts';
import { doorColumn, VerdictBand } from './verdict/verdict-band.tsx';

export interface DoorCheckProps {
  code: string;
  found: Verdict;
  /** The id of the event that the staff check tickets for, if it is known. */
  eventId: number | undefined;
  onLookAgain: () => void;
}

export function DoorCheck({ code, found, eventId, onLookAgain }: DoorCheckProps) {
  const navigate = useNavigate();
  const next = useRef<HTMLInputElement>(null);
  const [mayBeIn, setMayBeIn] = useState(false);
  const entry = useMutation({
    mutationFn: async (all: boolean): Promise<DoorAnswer> =>
      all ? (await checkInGroup(code))[0] : checkInAtDoor(code, mayBeIn),
    // The pressed button disappears, so the field for the next code gets the focus. On a phone the field gets
    // no focus, because the on-screen keyboard would cover the result.
    onSuccess: (answer) => {
      setMayBeIn(answer.kind === 'unsure' && answer.mayBeIn);
      if (answer.kind !== 'unsure') focusNext();
    },
  });
  const focusNext = () => {
    if (matchMedia('(pointer: fine)').matches) next.current?.focus({ preventScroll: true });
  };
  const lookAgain = () => {
    entry.reset();
    onLookAgain();
  };
  const verdict = entry.data ?? allowForLostAnswer(found, mayBeIn);
  const retry = (
    <Button variant="secondary" size="lg" busy={entry.isPending} onClick={() => entry.mutate(false)}>
      Try Again
    </Button>
  );
  return (
    <>
      <h1 className={`${doorColumn} pt-8 pb-5 text-2xl font-semibold`}>Check in</h1>
      <div role="status">
        {verdict.kind === 'accepted' && (
          <VerdictBand {...verdict}>
            <UndoButton
              tickets={verdict.group ?? [verdict.ticket]}
              onUndone={() => {
                focusNext();
                lookAgain();
              }}
            />
          </VerdictBand>
        )}
      </div>
      <div role="alert">
        {verdict.kind !== 'valid' && verdict.kind !== 'accepted' && (
          <VerdictBand {...verdict}>{verdict.kind === 'unsure' && retry}</VerdictBand>
        )}
      </div>
      {verdict.kind === 'valid' && (
        <WaitingTicket
          ticket={verdict.ticket}
          asOf={verdict.asOf}
          isForOtherEvent={eventId !== undefined && eventId !== verdict.ticket.event_id}
          busy={entry.isPending}
          onCheckIn={(all) => entry.mutate(all)}
        />
      )}
      <div className={`${doorColumn} py-10`}>
        <NextCodeForm
          label="Next ticket code"
          action="Look up"
          inputRef={next}
          onCode={(given) => {
            if (given !== code) {
              void navigate({ to: paths.checkIn, params: { code: given }, search: { event: eventId } });
              return;
            }
            // The staff have already read that this ticket is used. If they enter its code again, another guest
            // probably shows the same ticket, so refuse the ticket as usual.
            if (verdict.kind === 'held') setMayBeIn(false);
            lookAgain();
          }}
        />
      </div>
    </>
  );
}

interface WaitingTicketProps {
  ticket: Ticket;
  /** When the ticket was read, in milliseconds since 1970. */
  asOf: number;
  /** True when the ticket is not for the event that the staff check tickets for. */
  isForOtherEvent: boolean;
  busy: boolean;
  /** @param all whether to check in all tickets of the order */
  onCheckIn: (all: boolean) => void;
}

function WaitingTicket({ ticket, asOf, isForOtherEvent, busy, onCheckIn }: WaitingTicketProps) {
  const { timeZone } = useSite();
  const dayObjection = findDayObjection(ticket, asOf, timeZone);
  const isDoubtful = isForOtherEvent || dayObjection !== null;
  const others = useGroup(ticket);
  return (
    <div className={doorColumn}>
      <Card className="p-6 sm:p-9">
        <p className="text-[0.9375rem] text-ink-faint">Ticket for</p>
        <p className="mt-1 font-display text-[clamp(2rem,8vw,4.5rem)] leading-none font-semibold wrap-anywhere">
          <BreakableName name={nameOnTicket(ticket)} />
        </p>
        <TicketOrigin ticket={ticket} className="mt-3 text-xl text-ink-soft" />
        <div className="mt-7 flex items-start gap-4">
          <DateTile {...dateTileOf(ticket.start_time, timeZone)} />
          <div className="min-w-0">
            <h2 className="text-2xl font-semibold wrap-anywhere">{ticket.event_title}</h2>
            <p className="mt-1 text-ink-soft">
              {formatDate(ticket.start_time, timeZone)},{' '}
              {formatTimeRange(ticket.start_time, ticket.end_time, timeZone)}
            </p>
          </div>
        </div>
        {isForOtherEvent && <Warning>This ticket is not for the event that you are checking in.</Warning>}
        {dayObjection && <Warning>{dayObjection}.</Warning>}
        <Button
          variant={isDoubtful ? 'secondary' : 'primary'}
          className="mt-8 min-h-18 w-full text-2xl"
          busy={busy}
          onClick={() => onCheckIn(false)}
        >
          {!busy && <ScanLine size={28} aria-hidden />}
          {busy ? 'Checking in...' : isDoubtful ? 'Check in anyway' : 'Check in'}
        </Button>
        {others.length > 0 && (
          <Button
            variant="secondary"
            size="lg"
            className="mt-3 w-full"
            busy={busy}
            onClick={() => onCheckIn(true)}
          >
            Check in {others.length === 1 ? 'both tickets' : `all ${others.length + 1} tickets`}
            {isDoubtful && ' anyway'}
          </Button>
        )}
      </Card>
    </div>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p
      role="alert"
      className="mt-6 flex items-start gap-3 rounded-lg bg-warn-wash px-4 py-3 text-lg leading-snug font-semibold text-warn"
    >
      <TriangleAlert size={22} aria-hidden className="mt-0.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
