import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Answer } from '../../../api/client.ts';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { formatCardDate, formatTime } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { useAddressKey } from '../../orders/use-address-key.ts';
import { DoorFloor } from '../door-floor.tsx';
import { describeUnsent } from '../door-words.ts';
import { doorKey, guestsQuery, type DoorPerson } from '../guests/door.guests.api.ts';
import { countTickets } from '../offline/answer-offline.ts';
import { forgetDoor, type KeptDoor } from '../offline/door-database.ts';
import { keptScansQuery } from '../offline/use-kept-scans.ts';
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
        eventId={eventId}
        title="Open the link again"
        text="This page opens from the link that the team of the event gave to you."
      />
    );
  return <VolunteerDoor key={read.key} eventId={eventId} doorKey={read.key} />;
}

interface Refusal {
  code: 'door_link_ended' | 'door_link_closed';
  /** The closed door. Undefined for a link that does not work. */
  door: CallError['door'];
}

/** A refusal is final on this page, so that no later failure shows the names again. */
function VolunteerDoor({ eventId, doorKey: key }: { eventId: number; doorKey: string }) {
  const person = useMemo(() => ({ eventId, key }), [eventId, key]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  return refusal ? (
    <RefusedVolunteer person={person} refusal={refusal} onTryAgain={() => setRefusal(null)} />
  ) : (
    <AskingVolunteer person={person} onRefused={setRefusal} />
  );
}

function AskingVolunteer({
  person,
  onRefused,
}: {
  person: DoorPerson;
  onRefused: (refusal: Refusal) => void;
}) {
  const { data, error, refetch } = useQuery(volunteerDoorQuery(person));
  const { data: kept } = useKeptDoor(person);
  const refusal = useMemo(() => readRefusal(error), [error]);
  useEffect(() => {
    if (refusal) onRefused(refusal);
  }, [refusal, onRefused]);
  if (refusal) return <PageSkeleton />;
  if (data || kept) return <OpenVolunteerDoor person={person} numbers={data} kept={kept ?? undefined} />;
  if (!error) return <PageSkeleton />;
  return (
    <div className="page-width py-14">
      <h1 className="mb-6 text-4xl font-semibold">Check in</h1>
      <ErrorState message={messageOf(error, 'We could not open the door.')} onRetry={() => void refetch()} />
    </div>
  );
}

function readRefusal(error: unknown): Refusal | null {
  if (!(error instanceof CallError)) return null;
  const { code, door } = error;
  return code === 'door_link_ended' || code === 'door_link_closed' ? { code, door } : null;
}

interface RefusedVolunteerProps {
  person: DoorPerson;
  refusal: Refusal;
  onTryAgain: () => void;
}

function RefusedVolunteer({ person, refusal, onTryAgain }: RefusedVolunteerProps) {
  const { timeZone } = useSite();
  const queryClient = useQueryClient();
  const hasEnded = refusal.code === 'door_link_ended';
  useEffect(() => {
    // Without the link, this device may not know the guests any more.
    queryClient.removeQueries({ queryKey: doorKey(person) });
    forgetDoor(person).catch(() => undefined);
    if (hasEnded) forgetDoorKey(person.eventId);
  }, [queryClient, person, hasEnded]);
  return hasEnded ? (
    <Closed
      eventId={person.eventId}
      title="This link does not work"
      text="Either it is not complete, or the team has revoked it. Ask the team for a new one."
    />
  ) : (
    <Closed
      eventId={person.eventId}
      title={isBeforeOpening(refusal.door) ? 'The door is not open yet' : 'The door is closed'}
      text={describeOpening(refusal.door, timeZone)}
      action={
        <Button size="lg" variant="secondary" onClick={onTryAgain}>
          Try Again
        </Button>
      }
    />
  );
}

function isBeforeOpening(door: Refusal['door']): boolean {
  return door !== undefined && Date.now() < Date.parse(door.opens_at);
}

function describeOpening(door: Refusal['door'], timeZone: string): string {
  if (!door) return 'This link works from 12 hours before the event until 6 hours after it.';
  const write = (time: string) => `${formatCardDate(time, timeZone)}, ${formatTime(time, timeZone)}`;
  return `This link opens the door of “${door.title}” from ${write(door.opens_at)} until ${write(door.closes_at)}.`;
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
  const facts = useFacts(numbers);
  const fresh = useMemo(
    () => facts && guests && { eventId: person.eventId, ...facts, guests, at },
    [person, facts, guests, at],
  );
  const offline = useOfflineDoor(person, fresh);
  const door = useVolunteerDoor(person, offline);
  const list = guests ?? kept?.guests;
  return (
    <div className="mx-auto max-w-6xl">
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
    </div>
  );
}

/** What a device keeps of the event. The object stays the same while only the numbers change. */
function useFacts(numbers: Answer<'GET /events/:id/door'> | undefined) {
  const { title, start_time, end_time, closes_at, link_name = null } = numbers ?? {};
  return useMemo(
    () =>
      title !== undefined && start_time !== undefined && end_time !== undefined && closes_at !== undefined
        ? { title, startTime: start_time, endTime: end_time, closesAt: closes_at, linkName: link_name }
        : undefined,
    [title, start_time, end_time, closes_at, link_name],
  );
}

interface ClosedProps {
  eventId: number;
  title: string;
  text: string;
  action?: ReactNode;
}

function Closed({ eventId, title, text, action }: ClosedProps) {
  const { data: scans = [] } = useQuery(keptScansQuery(eventId));
  return (
    <NoticeCard
      title={title}
      text={text}
      note={describeUnsent(scans.filter(({ problem }) => !problem).length)}
      action={
        action ?? (
          <Link to={paths.events} className={buttonStyle('secondary', 'lg')}>
            Browse events
          </Link>
        )
      }
    />
  );
}
