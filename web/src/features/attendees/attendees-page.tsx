import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Mail, ScanLine } from 'lucide-react';
import { messageOf } from '../../api/call-error.ts';
import { Link } from '../../layout/link.tsx';
import { RequireUser } from '../../layout/guards.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { isDoorTime } from '../dashboard/desk/desk-times.ts';
import { EventOffice } from '../events/event-office.tsx';
import type { EventViewer } from '../events/page/event-view.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { ManagedEvent } from '../events/managed-event.tsx';
import { canGiveTicket } from './attendee-state.ts';
import { attendeesQuery } from './attendees.api.ts';
import { AttendeesBrowser } from './attendees-browser.tsx';
import { describeNobody } from './attendees-words.ts';
import { GiveTicketButton } from './give-ticket-form.tsx';

const route = getRouteApi('/events/$id/attendees');

const denied =
  "You don't have permission to see the attendees of this event. Only its team and site admins can. If you help with the event, ask a team admin to add you.";

export function AttendeesPage() {
  const { id } = route.useParams();
  return (
    <RequireUser>
      {(user) => (
        <ManagedEvent id={Number(id)} user={user} denied={denied}>
          {(event, viewer, asOf) => (
            <Attendees
              event={event}
              viewer={viewer}
              userId={user.id}
              mayGive={canGiveTicket(event, viewer, asOf)}
              isDoorOpen={isDoorTime(event, asOf)}
            />
          )}
        </ManagedEvent>
      )}
    </RequireUser>
  );
}

export interface AttendeesProps {
  event: FoyerEvent;
  viewer: EventViewer;
  userId: number;
}

interface AttendeesActions {
  mayGive: boolean;
  /** Checking in is the loud button only while the team does it. */
  isDoorOpen: boolean;
}

function Attendees({ event, viewer, userId, mayGive, isDoorOpen }: AttendeesProps & AttendeesActions) {
  const isOpen = event.status === 'published' && !event.is_past;
  const actions = event.status !== 'draft' && (
    <>
      {/* On phones this button would take a row, with the tab Messages right below. */}
      <Link
        to={paths.eventMessages}
        params={{ id: String(event.id) }}
        className={`${buttonStyle('secondary')} max-sm:hidden`}
      >
        <Mail size={17} aria-hidden />
        Message attendees
      </Link>
      {isOpen && <DoorActions event={event} userId={userId} mayGive={mayGive} isDoorOpen={isDoorOpen} />}
    </>
  );
  return (
    <EventOffice event={event} viewer={viewer} section="attendees" actions={actions}>
      <AttendeesContent event={event} viewer={viewer} userId={userId} />
    </EventOffice>
  );
}

interface DoorActionsProps extends AttendeesActions {
  event: FoyerEvent;
  userId: number;
}

function DoorActions({ event, userId, mayGive, isDoorOpen }: DoorActionsProps) {
  return (
    <>
      {mayGive && <GiveTicketButton event={event} userId={userId} />}
      <Link
        to={paths.door}
        search={{ event: event.id }}
        className={`${buttonStyle(isDoorOpen ? 'primary' : 'secondary')} flex-1 sm:flex-none`}
      >
        <ScanLine size={18} aria-hidden />
        Check in
      </Link>
    </>
  );
}

function AttendeesContent({ event, viewer, userId }: AttendeesProps) {
  const { data, error, refetch } = useQuery(attendeesQuery(event.id, userId));
  if (data) {
    return data.length === 0 ? (
      <EmptyState drawing="seats" className="mt-8" {...describeNobody(event)} />
    ) : (
      <AttendeesBrowser attendees={data} event={event} viewer={viewer} userId={userId} />
    );
  }
  if (error) {
    return (
      <ErrorState
        className="mt-8"
        message={messageOf(error, 'Failed to load attendees')}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <output className="mt-8 grid gap-3">
      <span className="sr-only">Loading attendees...</span>
      <Skeleton className="h-18" />
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </output>
  );
}
