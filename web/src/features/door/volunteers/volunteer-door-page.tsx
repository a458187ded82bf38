import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { Answer } from '../../../api/client.ts';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useAddressKey } from '../../orders/use-address-key.ts';
import { DoorFloor } from '../door-floor.tsx';
import { guestsQuery, type DoorPerson } from '../guests/door.guests.api.ts';
import { countTickets } from '../offline/answer-offline.ts';
import { forgetDoor, type KeptDoor } from '../offline/door-database.ts';
import { useKeptDoor, useOfflineDoor } from '../offline/use-offline-door.ts';
import { volunteerDoorQuery } from './door.volunteers.api.ts';
import { findDoorKey, forgetDoorKey, rememberDoorKey } from './known-doors.ts';
import { useVolunteerDoor } from './use-volunteer-door.ts';

const route = getRouteApi(paths.volunteerDoor);

/** The door for volunteers without an account. The link that the team gave them opens the page. */
export function VolunteerDoorPage() {
  const typed = route.useParams().id;
  const eventId = /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : 0;
  const read = useAddressKey(typed, {
    find: () => findDoorKey(eventId),
    remember: (key) => rememberDoorKey({ eventId, key }),
  });
  if (!read) return <PageSkeleton />;
  if (read.key === undefined)
    return (
      <Closed
        title="Open the link again"
        text="This page opens from the link that the team of the event gave to you."
      />
    );
  return <VolunteerDoor key={read.key} eventId={eventId} doorKey={read.key} />;
}

function VolunteerDoor({ eventId, doorKey: key }: { eventId: number; doorKey: string }) {
  const person = useMemo(() => ({ eventId, key }), [eventId, key]);
  const { data, error, refetch } = useQuery(volunteerDoorQuery(person));
  const { data: kept } = useKeptDoor(person);
  const code = error instanceof CallError ? error.code : undefined;
  const hasEnded = code === 'door_link_ended';
  const isClosed = hasEnded || code === 'door_link_closed';
  useEffect(() => {
    if (!isClosed) return;
    if (hasEnded) forgetDoorKey(eventId);
    // Without the link, this device may not know the guests any more.
    forgetDoor(person).catch(() => undefined);
  }, [isClosed, hasEnded, eventId, person]);
  if (hasEnded)
    return (
      <Closed
        title="This link does not work"
        text="Either it is not complete, or the team has revoked it. Ask the team for a new one."
      />
    );
  if (isClosed)
    return (
      <Closed
        title="The door is closed"
        text="This link works from 12 hours before the event until 6 hours after it."
      />
    );
  if (data || kept) return <OpenVolunteerDoor person={person} numbers={data} kept={kept ?? undefined} />;
  if (!error) return <PageSkeleton />;
  return (
    <div className="page-width py-14">
      <h1 className="mb-6 text-4xl font-semibold">Check in</h1>
      <ErrorState message={messageOf(error, 'We could not open the door.')} onRetry={() => void refetch()} />
    </div>
  );
}

interface OpenVolunteerDoorProps {
  person: DoorPerson;
  /** Undefined while the server does not answer. */
  numbers: Answer<'GET /events/:id/door'> | undefined;
  /** What this device has kept. */
  kept: KeptDoor | undefined;
}

function OpenVolunteerDoor({ person, numbers, kept }: OpenVolunteerDoorProps) {
  const { data: guests, dataUpdatedAt: at } = useQuery(guestsQuery(person));
  const fresh = useMemo(
    () =>
      numbers &&
      guests && {
        eventId: person.eventId,
        title: numbers.title,
        startTime: numbers.start_time,
        endTime: numbers.end_time,
        closesAt: numbers.closes_at,
        linkName: numbers.link_name,
        guests,
        at,
      },
    [person, numbers, guests, at],
  );
  const offline = useOfflineDoor(person, fresh);
  const door = useVolunteerDoor(person, offline);
  const list = guests ?? kept?.guests;
  return (
    <DoorFloor
      door={door}
      counts={numbers ?? countTickets(list ?? [])}
      startTime={numbers?.start_time ?? kept?.startTime ?? ''}
      title={<p className="truncate font-semibold text-ink-soft">{numbers?.title ?? kept?.title}</p>}
      doorName={numbers?.link_name ?? kept?.linkName ?? undefined}
      guests={list}
      mayUndo
      offline={offline}
    />
  );
}

function Closed({ title, text }: { title: string; text: string }) {
  return (
    <NoticeCard
      title={title}
      text={text}
      action={
        <Link to={paths.events} className={buttonStyle('secondary', 'lg')}>
          Browse events
        </Link>
      }
    />
  );
}
