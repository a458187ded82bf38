import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, HandHelping, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SessionUser } from '../../api/session.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';
import { Link } from '../../layout/link.tsx';
import { eventParams, paths } from '../../paths.ts';
import { backLinkLook, Button, buttonStyle } from '../../ui/button.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { ManagedEvent } from '../events/managed-event.tsx';
import type { EventViewer } from '../events/page/event-view.tsx';
import { DoorFloor } from './door-floor.tsx';
import { type DoorPerson, guestsQuery } from './guests/door.guests.api.ts';
import { countTickets } from './offline/answer-offline.ts';
import type { KeptDoor } from './offline/door-database.ts';
import { useKeptDoor, useOfflineDoor } from './offline/use-offline-door.ts';
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
  const { id: userId } = user;
  const person = useMemo(() => ({ eventId, userId }), [eventId, userId]);
  const { data: kept } = useKeptDoor(person);
  return (
    <ManagedEvent
      id={eventId}
      user={user}
      denied={denied}
      refreshEvery={countEvery}
      // With the same key as below, the door goes on when the server answers.
      fallback={kept && <OpenDoor key={eventId} person={person} kept={kept} />}
    >
      {(event, viewer) => <OpenDoor key={event.id} person={person} event={event} viewer={viewer} />}
    </ManagedEvent>
  );
}

type DoorMember = DoorPerson & { userId: number };

/** What the server says of the event, or what this device has kept. */
type OpenDoorProps = { person: DoorMember } & (
  | { event: FoyerEvent; viewer: EventViewer; kept?: undefined }
  | { event?: undefined; viewer?: undefined; kept: KeptDoor }
);

/** The list of guests is kept as long as a link for volunteers would work. */
const keptAfterEnd = 6 * 3600 * 1000;

function OpenDoor({ person, event, viewer, kept }: OpenDoorProps) {
  const { data: guests, dataUpdatedAt: at } = useQuery(guestsQuery(person));
  const fresh = useMemo(
    () =>
      event &&
      guests && {
        eventId: event.id,
        title: event.title,
        startTime: event.start_time,
        endTime: event.end_time,
        closesAt: new Date(Date.parse(event.end_time) + keptAfterEnd).toISOString(),
        linkName: null,
        guests,
        at,
      },
    [event, guests, at],
  );
  const offline = useOfflineDoor(person, fresh);
  const door = useDoor(person, offline);
  const list = guests ?? kept?.guests;
  const counts = viewer
    ? { admitted: viewer.checked_in_count ?? 0, expected: event.attendee_count }
    : countTickets(list ?? []);
  const { id, title } = event ?? { id: kept.eventId, title: kept.title };
  const [hasLinks, setHasLinks] = useState(false);
  const mayUndo = viewer?.can_issue ?? false;
  return (
    <DoorFloor
      door={door}
      counts={counts}
      startTime={event?.start_time ?? kept?.startTime ?? ''}
      title={
        <Link to={paths.event} params={eventParams({ id, title })} className={backLinkLook}>
          <ArrowLeft size={18} aria-hidden className="shrink-0" />
          <span className="truncate">{title}</span>
        </Link>
      }
      guests={list}
      mayUndo={mayUndo}
      offline={offline}
    >
      <Link to={paths.attendees} params={{ id: String(id) }} className={buttonStyle('secondary', 'sm')}>
        <Users size={16} aria-hidden />
        Attendees
      </Link>
      <Button variant="secondary" size="sm" onClick={() => setHasLinks(true)}>
        <HandHelping size={16} aria-hidden />
        Volunteers
      </Button>
      {hasLinks && <DoorLinksDialog eventId={id} userId={person.userId} onClose={() => setHasLinks(false)} />}
    </DoorFloor>
  );
}
