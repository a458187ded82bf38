import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, HandHelping, Users } from 'lucide-react';
import { useState } from 'react';
import type { SessionUser } from '../../api/session.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Link } from '../../layout/link.tsx';
import { eventParams, paths } from '../../paths.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { ManagedEvent } from '../events/managed-event.tsx';
import type { EventViewer } from '../events/page/event-view.tsx';
import { DoorFloor } from './door-floor.tsx';
import { guestsQuery } from './guests/door.guests.api.ts';
import { useDoor } from './use-door.ts';

const DoorLinksDialog = lazyPart(
  async () => (await import('./volunteers/door-links-dialog.tsx')).DoorLinksDialog,
);

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
  const door = useDoor(event.id, userId);
  const { data: guests } = useQuery(guestsQuery({ eventId: event.id, userId }));
  const [hasLinks, setHasLinks] = useState(false);
  return (
    <DoorFloor
      door={door}
      counts={{ admitted: viewer.checked_in_count ?? 0, expected: event.attendee_count }}
      startTime={event.start_time}
      title={
        <Link
          to={paths.event}
          params={eventParams(event)}
          className="inline-flex min-h-11 max-w-full items-center gap-2 font-semibold text-ink-soft hover:text-ink hover:underline"
        >
          <ArrowLeft size={18} aria-hidden className="shrink-0" />
          <span className="truncate">{event.title}</span>
        </Link>
      }
      guests={guests}
      mayUndo={viewer.can_issue}
    >
      <Link to={paths.attendees} params={{ id: String(event.id) }} className={buttonStyle('secondary', 'sm')}>
        <Users size={16} aria-hidden />
        Attendees
      </Link>
      <Button variant="secondary" size="sm" onClick={() => setHasLinks(true)}>
        <HandHelping size={16} aria-hidden />
        Volunteers
      </Button>
      {hasLinks && <DoorLinksDialog event={event} userId={userId} onClose={() => setHasLinks(false)} />}
    </DoorFloor>
  );
}
