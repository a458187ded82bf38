import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { messageOf } from '../../../api/call-error.ts';
import type { SessionUser } from '../../../api/session.ts';
import { RequireUser } from '../../../layout/guards.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { EventOffice } from '../../events/event-office.tsx';
import type { ViewedEvent } from '../../events/events.api.ts';
import { ManagedEvent } from '../../events/managed-event.tsx';
import { audiencesQuery } from '../../events/events.audiences.api.ts';
import { AutomaticMails } from './automatic-mails.tsx';
import { MessageForm } from './message-form.tsx';
import { SentMessages } from './sent-messages.tsx';

const route = getRouteApi('/events/$id/messages');

const denied =
  "You don't have permission to write to the attendees of this event. Only its team and site admins can. If you help with the event, ask a team admin to add you.";

/** The page on which the team writes to the attendees of its event. */
export function MessagesPage() {
  const { id } = route.useParams();
  return (
    <RequireUser>
      {(user) => (
        <ManagedEvent id={Number(id)} user={user} denied={denied}>
          {(event, viewer, asOf) => (
            <EventOffice event={event} viewer={viewer} section="messages">
              <div className="mt-8 grid grid-cols-1 items-start gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1.5fr)_minmax(18rem,1fr)]">
                <section aria-labelledby="new-message">
                  <h2 id="new-message" className="text-2xl font-semibold">
                    Message attendees
                  </h2>
                  <NewMessage event={event} user={user} asOf={asOf} />
                </section>
                <div className="grid gap-10">
                  <AutomaticMails event={event} userId={user.id} />
                  <SentMessages eventId={event.id} userId={user.id} />
                </div>
              </div>
            </EventOffice>
          )}
        </ManagedEvent>
      )}
    </RequireUser>
  );
}

interface NewMessageProps {
  event: ViewedEvent;
  user: SessionUser;
  /** When the event was read, in milliseconds since 1970. */
  asOf: number;
}

function NewMessage({ event, user, asOf }: NewMessageProps) {
  const { data, error, refetch } = useQuery(audiencesQuery(event.id, user.id));
  const objection = findObjection(event, asOf);
  if (objection !== null) return <p className="mt-1.5 max-w-prose text-ink-soft">{objection}</p>;
  return (
    <div className="mt-5">
      <Loaded
        data={data}
        failure={error && messageOf(error, 'Failed to load who has a ticket')}
        onRetry={() => void refetch()}
        skeleton={
          <output>
            <span className="sr-only">Loading...</span>
            <Skeleton className="h-80" />
          </output>
        }
      >
        {(audiences) =>
          audiences.all === 0 ? (
            <p className="max-w-prose text-ink-soft">
              Nobody has a ticket yet. As soon as somebody does, you can write to them here.
            </p>
          ) : (
            <MessageForm eventId={event.id} audiences={audiences} user={user} />
          )
        }
      </Loaded>
    </div>
  );
}

const dayMs = 24 * 3600 * 1000;

function findObjection(event: ViewedEvent, asOf: number): string | null {
  if (event.status === 'draft') return 'Publish the event first. Then you can write to its attendees.';
  if (event.team_id === null) return 'This event has no team, so nobody can write to its attendees.';
  if (asOf > Date.parse(event.end_time) + 30 * dayMs) {
    return 'This event ended more than 30 days ago, so you can no longer write to its attendees.';
  }
  return null;
}
