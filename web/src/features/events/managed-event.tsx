import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/call-error.ts';
import type { SessionUser } from '../../api/session.ts';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import type { EventViewer } from './page/event-view.tsx';
import { ManagedEventNotFound, PermissionDenied } from './managed-event-notices.tsx';
import { type FoyerEvent, viewerEventQuery } from './events.api.ts';

export interface ManagedEventProps {
  /** As the address has it; what is no id is no event. */
  id: number;
  user: SessionUser;
  /** What somebody of another team is told. */
  denied: string;
  /** How often the event is read anew, in milliseconds. */
  refreshEvery?: number;
  /** @param asOf when the event was read, in milliseconds since 1970 */
  children: (event: FoyerEvent, viewer: EventViewer, asOf: number) => ReactNode;
}

/** A page about one event for the team that runs it, with what everybody else sees in its place. */
export function ManagedEvent({ id, user, denied, refreshEvery, children }: ManagedEventProps) {
  const isId = Number.isSafeInteger(id) && id > 0;
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...viewerEventQuery(id, user.id, false),
    enabled: isId,
    // The counts of who comes and who is in are the point of these pages.
    refetchOnMount: 'always',
    refetchInterval: refreshEvery,
  });
  if (data?.viewer?.can_manage) return children(data, data.viewer, dataUpdatedAt);
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
