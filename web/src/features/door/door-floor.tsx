import { type ReactNode, useMemo, useRef, useState } from 'react';
import { formatDate, formatTime } from '../../format/dates.ts';
import { useSite } from '../../layout/use-site.ts';
import { useScreenStaysOn } from '../tickets/use-screen-stays-on.ts';
import { CameraView } from './camera/camera-view.tsx';
import { createSightings } from './camera/code-sightings.ts';
import type { DoorCode } from './door.api.ts';
import { DoorLog } from './door-log.tsx';
import { DoorVerdict } from './verdict/door-verdict.tsx';
import type { DoorGuest } from './guests/door.guests.api.ts';
import { GuestSearch } from './guests/guest-search.tsx';
import { NextCodeForm } from './next-code-form.tsx';
import { countTickets } from './offline/answer-offline.ts';
import type { KeptScan } from './offline/door-database.ts';
import { DoorProblems, DoorStatus } from './offline/door-status.tsx';
import type { OfflineDoor } from './offline/use-offline-door.ts';
import { readTicketCode } from './read-ticket-code.ts';
import type { DoorControls } from './use-door-log.ts';
import { SignalSwitch } from './signals/signal-switch.tsx';
import { useTypedCode } from './use-typed-code.ts';

export interface DoorFloorProps {
  door: DoorControls;
  /** How many people are in, and how many have a ticket. */
  counts: { admitted: number; expected: number };
  startTime: string;
  /** The name of the event. */
  title: ReactNode;
  /** The name of the volunteers' link. */
  doorName?: string;
  /** All guests; undefined until they are loaded. */
  guests: readonly DoorGuest[] | undefined;
  mayUndo: boolean;
  offline: OfflineDoor;
  /** Links and buttons that the door itself does not need. */
  children?: ReactNode;
}

/** The camera comes first, and everything else is below it, so that one hand can scan and see. */
export function DoorFloor({
  door,
  counts,
  startTime,
  title,
  doorName,
  guests,
  mayUndo,
  offline,
  children,
}: DoorFloorProps) {
  const { timeZone } = useSite();
  const { waiting } = offline.scans;
  const marked = useMemo(() => guests && markKept(guests, waiting), [guests, waiting]);
  const [isNewCode] = useState(createSightings);
  const [isForeignCode, setIsForeignCode] = useState(false);
  useScreenStaysOn();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedBefore = useRef<HTMLElement | null>(null);
  const rememberFocus = () => {
    const { activeElement, body } = document;
    if (door.shown === null) {
      focusedBefore.current =
        activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
    }
  };
  const ask = (code: DoorCode) => {
    rememberFocus();
    door.answer(code);
  };
  const askForGroup = (ticketIds: readonly number[]) => {
    rememberFocus();
    door.admitGroup(ticketIds);
  };
  useTypedCode(ask);
  const onSight = (text: string) => {
    const code = readTicketCode(text);
    if (!isNewCode(text, performance.now(), !door.busy)) return;
    setIsForeignCode(code === null);
    if (code) ask(code);
  };
  return (
    <div className="page-width py-3 sm:py-8">
      <div className="mx-auto grid max-w-lg grid-cols-1 items-start gap-x-12 gap-y-4 lg:max-w-none lg:grid-cols-[28rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr]">
        <div className="lg:order-2">
          {title}
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold sm:text-5xl">
              Check in
            </h1>
            <p className="lg:order-1 lg:mt-4">
              <strong className="font-display text-3xl leading-none font-semibold tabular-nums sm:text-5xl">
                {counts.admitted + waiting.length}
              </strong>{' '}
              of {counts.expected} in
            </p>
            <p className="w-full text-ink-soft max-sm:text-[0.9375rem] sm:mt-2">
              {doorName && <strong className="font-semibold text-ink">{doorName} · </strong>}
              {formatDate(startTime, timeZone)}, {formatTime(startTime, timeZone)}
            </p>
          </div>
          <div className="mt-1 grid gap-3 sm:mt-3">
            <DoorStatus offline={offline} guests={countTickets(guests ?? []).expected} />
            <DoorProblems scans={offline.scans} />
          </div>
        </div>
        <div className="grid justify-items-center gap-5 lg:row-span-3">
          <CameraView onCode={onSight} />
          <p role="status" className="text-center font-semibold text-warn empty:hidden">
            {door.busy
              ? 'Checking the ticket...'
              : isForeignCode && 'This QR code is not a ticket for this site.'}
          </p>
          <NextCodeForm label="Ticket code" action="Check in" onCode={ask} />
        </div>
        <div className="lg:order-3">
          <GuestSearch guests={marked} busy={door.busy} onCheckIn={ask} onCheckInAll={askForGroup} />
        </div>
        <div className="grid max-w-xl gap-6 lg:order-4">
          <DoorLog entries={door.log} onUndo={mayUndo ? door.undo : undefined} />
          <SignalSwitch />
          {children && <div className="flex flex-wrap gap-3">{children}</div>}
        </div>
      </div>
      <DoorVerdict
        door={door}
        guests={marked ?? []}
        mayUndo={mayUndo}
        // Return the focus to the element that had it before the result. After a scan by camera there is usually none,
        // so focus the page's heading.
        finalFocus={() => (focusedBefore.current?.isConnected ? focusedBefore.current : heading.current)}
      />
    </div>
  );
}

/** Guests whose check-in waits to be sent count as checked in. */
function markKept(guests: readonly DoorGuest[], waiting: readonly KeptScan[]): readonly DoorGuest[] {
  if (waiting.length === 0) return guests;
  const times = new Map(waiting.map(({ ticketId, scannedAt }) => [ticketId, scannedAt]));
  return guests.map((guest) => {
    const usedAt = times.get(guest.id);
    return usedAt && guest.status === 'valid' ? { ...guest, status: 'used', used_at: usedAt } : guest;
  });
}
