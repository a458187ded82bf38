import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import type { SessionUser } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { eventParams, paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { type ViewedEvent, viewerEventQuery } from '../events.api.ts';
import { type ManagedType, managedTypesQuery } from '../events.types.api.ts';
import { ManagedEventNotFound, PermissionDenied } from '../managed-event-notices.tsx';

const denied =
  "You don't have permission to edit this event. Only site admins, team admins, event managers, or the event creator can edit this event.";

interface EditableEventProps {
  id: number;
  user: SessionUser;
  children: (event: ViewedEvent, types: ManagedType[]) => ReactNode;
}

/** Loads an event and its ticket types for people who may edit it. */
export function EditableEvent({ id, user, children }: EditableEventProps) {
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
  return children(data, types.data);
}

export function EventTitleLink({ event }: { event: ViewedEvent }) {
  return (
    <Link
      to={paths.event}
      params={eventParams(event)}
      className="font-semibold text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {event.title}
    </Link>
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
        <Link to={paths.dashboard} className={buttonStyle('primary', 'lg')}>
          Return to Dashboard
        </Link>
      }
    />
  );
}
