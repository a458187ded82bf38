import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { isOutage } from '../../api/outage.ts';
import type { SessionUser } from '../../api/session.ts';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import type { EventViewer } from './page/event-view.tsx';
import { ManagedEventNotFound, PermissionDenied } from './managed-event-notices.tsx';
import { viewerEventQuery, type ViewedEvent } from './events.api.ts';

export interface ManagedEventProps {
  /** The id in the web address, which may be invalid. */
  id: number;
  user: SessionUser;
  /** The message for people outside the team. */
  denied: string;
  /** The time between two reloads of the event, in milliseconds. */
  refreshEvery?: number;
  /** What this device has kept of the page. Shown until the server answers. */
  fallback?: ReactNode;
  /** @param asOf when the event was read, in milliseconds since 1970 */
  children: (event: ViewedEvent, viewer: EventViewer, asOf: number) => ReactNode;
}

export function ManagedEvent({ id, user, denied, refreshEvery, fallback, children }: ManagedEventProps) {
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...viewerEventQuery(id, user.id, false),
    enabled: isId,
    // Always reload: these pages show the numbers of attendees and check-ins, which change often.
    refetchOnMount: 'always',
    refetchInterval: refreshEvery,
  });
  if (data?.viewer?.can_manage) return children(data, data.viewer, dataUpdatedAt);
  if (fallback && data === undefined && (!error || isOutage(error))) return fallback;
  if (error) {
    return (
      <div className="page-width py-16">
        <h1 className="sr-only">Event</h1>
        <ErrorState message={messageOf(error, 'Failed to load event')} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!isId || data === null) return <ManagedEventNotFound />;
  if (!data) return <PageSkeleton />;
  return <PermissionDenied id={id} text={denied} />;
}
