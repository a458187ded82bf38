import { ArrowLeft, Users } from 'lucide-react';
import { useRef, useState } from 'react';
import type { SessionUser } from '../../api/session.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { eventParams, paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { formatDate, formatTime } from '../../format/dates.ts';
import type { EventViewer } from '../events/page/event-view.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { ManagedEvent } from '../events/managed-event.tsx';
import { CameraView } from './camera-view.tsx';
import { createSightings } from './code-sightings.ts';
import { DoorLog } from './door-log.tsx';
import { DoorVerdict } from './door-verdict.tsx';
import { NextCodeForm } from './next-code-form.tsx';
import { readTicketCode } from './read-ticket-code.ts';
import { useDoor } from './use-door.ts';
import { useScreenStaysOn } from '../tickets/use-screen-stays-on.ts';
import { useTypedCode } from './use-typed-code.ts';

const denied =
  "You don't have permission to check tickets in for this event. Only its team and site admins can do that.";

/**
 * The time after which the page loads the number of checked-in people again, in milliseconds. Other devices check
 * people in too.
 */
const countEvery = 10_000;

export function Door({ eventId, user }: { eventId: number; user: SessionUser }) {
  return (
    <ManagedEvent id={eventId} user={user} denied={denied} refreshEvery={countEvery}>
      {(event, viewer) => <OpenDoor key={event.id} event={event} viewer={viewer} userId={user.id} />}
    </ManagedEvent>
  );
}

interface OpenDoorProps {
  event: FoyerEvent;
  viewer: EventViewer;
  userId: number;
}

function OpenDoor({ event, viewer, userId }: OpenDoorProps) {
  const { timeZone } = useSite();
  const door = useDoor(event.id, userId);
  const [isNewCode] = useState(createSightings);
  const [isForeignCode, setIsForeignCode] = useState(false);
  useScreenStaysOn();
  const title = useRef<HTMLHeadingElement>(null);
  const focusedBefore = useRef<HTMLElement | null>(null);
  const ask = (code: string) => {
    const { activeElement, body } = document;
    if (door.shown === null) {
      focusedBefore.current =
        activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
    }
    door.answer(code);
  };
  useTypedCode(ask);
  const onSight = (text: string) => {
    const code = readTicketCode(text);
    if (!isNewCode(text, performance.now(), !door.busy)) return;
    setIsForeignCode(code === null);
    if (code) ask(code);
  };
  return (
    <div className="page-width py-5 sm:py-8">
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 lg:grid-cols-[28rem_minmax(0,1fr)]">
        <div className="lg:order-2">
          <Link
            to={paths.event}
            params={eventParams(event)}
            className="inline-flex min-h-11 max-w-full items-center gap-2 font-semibold text-ink-soft hover:text-ink hover:underline"
          >
            <ArrowLeft size={18} aria-hidden className="shrink-0" />
            <span className="truncate">{event.title}</span>
          </Link>
          <h1 ref={title} tabIndex={-1} className="mt-1 text-4xl font-semibold sm:text-5xl">
            Check in
          </h1>
          <p className="mt-2 text-ink-soft">
            {formatDate(event.start_time, timeZone)}, {formatTime(event.start_time, timeZone)}
          </p>
          <CountIn event={event} count={viewer.checked_in_count ?? 0} />
        </div>
        <div className="grid justify-items-center gap-6 lg:row-span-2">
          <CameraView onCode={onSight} />
          <p role="status" className="text-center font-semibold text-warn empty:hidden">
            {door.busy
              ? 'Checking the ticket...'
              : isForeignCode && 'This QR code is not a ticket for this site.'}
          </p>
          <NextCodeForm label="Ticket code" action="Check in" onCode={ask} />
        </div>
        <div className="lg:order-3">
          <DoorLog entries={door.log} onUndo={viewer.can_issue ? door.undo : undefined} />
        </div>
      </div>
      <DoorVerdict
        shown={door.shown}
        busy={door.busy}
        onUndo={viewer.can_issue ? door.undoAll : undefined}
        onDecide={door.decide}
        onGroup={door.admitGroup}
        onRetry={ask}
        onClose={door.close}
        // Return the focus to the element that had it before the result. After a scan by camera there is usually none,
        // so focus the page's heading.
        finalFocus={() => (focusedBefore.current?.isConnected ? focusedBefore.current : title.current)}
      />
    </div>
  );
}

function CountIn({ event, count }: { event: FoyerEvent; count: number }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
      <p>
        <strong className="font-display text-5xl leading-none font-semibold tabular-nums">{count}</strong> of{' '}
        {event.attendee_count} in
      </p>
      <Link to={paths.attendees} params={{ id: String(event.id) }} className={buttonStyle('secondary', 'sm')}>
        <Users size={16} aria-hidden />
        Attendees
      </Link>
    </div>
  );
}
