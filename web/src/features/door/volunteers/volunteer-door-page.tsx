import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
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
  return <VolunteerDoor key={read.key} person={{ eventId, key: read.key }} />;
}

function VolunteerDoor({ person }: { person: DoorPerson }) {
  const { data, error, refetch } = useQuery(volunteerDoorQuery(person));
  const code = error instanceof CallError ? error.code : undefined;
  const hasEnded = code === 'door_link_ended';
  useEffect(() => {
    if (hasEnded) forgetDoorKey(person.eventId);
  }, [hasEnded, person.eventId]);
  if (hasEnded)
    return (
      <Closed
        title="This link does not work"
        text="Either it is not complete, or the team has revoked it. Ask the team for a new one."
      />
    );
  if (code === 'door_link_closed')
    return (
      <Closed
        title="The door is closed"
        text="This link works from 12 hours before the event until 6 hours after it."
      />
    );
  if (data) return <OpenVolunteerDoor person={person} event={data} />;
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
  event: { title: string; start_time: string; admitted: number; expected: number; link_name: string | null };
}

function OpenVolunteerDoor({ person, event }: OpenVolunteerDoorProps) {
  const door = useVolunteerDoor(person);
  const { data: guests } = useQuery(guestsQuery(person));
  return (
    <DoorFloor
      door={door}
      counts={event}
      startTime={event.start_time}
      title={<p className="truncate font-semibold text-ink-soft">{event.title}</p>}
      doorName={event.link_name ?? undefined}
      guests={guests}
      mayUndo
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
