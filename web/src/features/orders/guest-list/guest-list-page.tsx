import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { messageOf } from '../../../api/call-error.ts';
import { RequireUser } from '../../../layout/guards.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import type { ViewedEvent } from '../../events/events.api.ts';
import { EventOffice } from '../../events/event-office.tsx';
import { managedTypesQuery } from '../../events/events.types.api.ts';
import { ManagedEvent } from '../../events/managed-event.tsx';
import { PermissionDenied } from '../../events/managed-event-notices.tsx';
import { GivenTickets } from './given-tickets.tsx';
import { GuestListForm } from './guest-list-form.tsx';

const route = getRouteApi('/events/$id/guest-list');

const denied =
  "You don't have permission to give tickets away for this event. Only team admins, event managers and site admins can. A team admin can give you that role.";

/** The page on which the team gives complimentary tickets to people by name and email. */
export function GuestListPage() {
  const { id } = route.useParams();
  return (
    <RequireUser>
      {(user) => (
        <ManagedEvent id={Number(id)} user={user} denied={denied}>
          {(event, viewer, asOf) =>
            viewer.can_issue ? (
              <EventOffice event={event} viewer={viewer} section="guest-list">
                <GuestList event={event} userId={user.id} asOf={asOf} />
              </EventOffice>
            ) : (
              <PermissionDenied id={event.id} text={denied} />
            )
          }
        </ManagedEvent>
      )}
    </RequireUser>
  );
}

interface GuestListProps {
  event: ViewedEvent;
  userId: number;
  /** When the event was read, in milliseconds since 1970. */
  asOf: number;
}

function GuestList({ event, userId, asOf }: GuestListProps) {
  const isOpen = event.status === 'published' && Date.parse(event.end_time) > asOf;
  return (
    <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1.4fr)_minmax(20rem,1fr)]">
      <section aria-labelledby="add-guests">
        <h2 id="add-guests" className="text-2xl font-semibold">
          Invite guests
        </h2>
        <p className="mt-1.5 mb-5 max-w-prose text-ink-soft">
          {isOpen
            ? 'Each guest gets a complimentary ticket by email at once. Guests need no account. Their tickets take places like all others.'
            : closedText(event.status)}
        </p>
        {isOpen && <Invitations event={event} userId={userId} />}
      </section>
      <GivenTickets event={event} userId={userId} />
    </div>
  );
}

function Invitations({ event, userId }: Omit<GuestListProps, 'asOf'>) {
  const { data, error, refetch } = useQuery(managedTypesQuery(event.id, userId));
  return (
    <Loaded
      data={data}
      failure={error && messageOf(error, 'Failed to load the ticket types')}
      onRetry={() => void refetch()}
      skeleton={
        <output>
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-40" />
        </output>
      }
    >
      {(types) => <GuestListForm types={types} event={event} userId={userId} />}
    </Loaded>
  );
}

function closedText(status: string): string {
  if (status === 'draft') return 'Publish the event first. Then you can invite guests here.';
  if (status === 'cancelled') return 'This event was cancelled, so nobody gets tickets any more.';
  return 'The event has ended, so nobody gets complimentary tickets any more.';
}
