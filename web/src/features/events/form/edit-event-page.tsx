import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { messageOf } from '../../../api/call-error.ts';
import type { SessionUser } from '../../../api/session.ts';
import { RequireUser } from '../../../layout/guards.tsx';
import { Link } from '../../../layout/link.tsx';
import { eventParams, paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { EventForm } from './event-form.tsx';
import { viewerEventQuery } from '../events.api.ts';
import { managedTypesQuery } from '../events.types.api.ts';
import { ManagedEventNotFound, PermissionDenied } from '../managed-event-notices.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';

const denied =
  "You don't have permission to edit this event. Only site admins, team admins, event managers, or the event creator can edit this event.";

/** Two routes show this page: one calls the event's id `id`, the other `eventId`. */
export function EditEventPage() {
  const { id, eventId } = useParams({ strict: false });
  const number = Number(eventId ?? id);
  return (
    <RequireUser>
      {(user) =>
        Number.isSafeInteger(number) && number > 0 ? (
          <EditEvent id={number} user={user} />
        ) : (
          <ManagedEventNotFound />
        )
      }
    </RequireUser>
  );
}

function EditEvent({ id, user }: { id: number; user: SessionUser }) {
  // Always load the latest version. A form filled with an older copy could undo other people's changes.
  const { data, error, isFetchedAfterMount } = useQuery({
    ...viewerEventQuery(id, user.id, false),
    staleTime: 0,
    refetchOnReconnect: false,
  });
  const types = useQuery({ ...managedTypesQuery(id, user.id), refetchOnReconnect: false });
  const failure = error ?? (data?.viewer?.can_edit ? types.error : null);
  if (failure) return <LoadFailure message={messageOf(failure, 'Failed to load event')} />;
  if (!isFetchedAfterMount || data === undefined) return <LoadingEvent />;
  if (data === null) return <ManagedEventNotFound />;
  if (!data.viewer?.can_edit) return <PermissionDenied id={id} text={denied} />;
  if (!types.isFetchedAfterMount || types.data === undefined) return <LoadingEvent />;
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="text-5xl font-semibold sm:text-6xl">Edit Event</h1>
      <p className="mt-4 mb-10 text-lg text-ink-soft">
        <Link
          to={paths.event}
          params={eventParams(data)}
          className="font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          {data.title}
        </Link>
        {data.team_name && `, hosted by ${data.team_name}`}
      </p>
      <EventForm key={data.id} event={data} types={types.data} teams={[]} user={user} />
    </div>
  );
}

function LoadingEvent() {
  return (
    <div role="status" className="page-width grid place-items-center gap-4 py-32 text-ink-soft">
      <Spinner size={40} />
      Loading event...
    </div>
  );
}

function LoadFailure({ message }: { message: string }) {
  return (
    <NoticeCard
      tone="bad"
      title="Error"
      text={message}
      action={
        <Link to={paths.dashboard} className={buttonStyle()}>
          Return to Dashboard
        </Link>
      }
    />
  );
}
