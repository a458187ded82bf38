import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { TeamEventCard } from './team-event-card.tsx';
import { splitByTime } from './team-event-order.ts';
import { teamDraftsQuery, teamEventsQuery } from './teams.api.ts';

interface TeamEventsProps {
  teamId: number;
  userId: number;
  mayEdit: boolean;
}

export function TeamEvents({ teamId, userId, mayEdit }: TeamEventsProps) {
  const { data, error, refetch } = useQuery(teamEventsQuery(teamId, userId));
  if (error) return <DashboardError error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardsSkeleton className="h-104" />;
  if (data.length === 0) return <EmptyState title="No events found." />;
  const { coming, past } = splitByTime(data);
  return (
    <div className="grid gap-10">
      {coming.length > 0 && <EventGroup title="Coming up" events={coming} mayEdit={mayEdit} />}
      {past.length > 0 && <EventGroup title="Past" events={past} mayEdit={mayEdit} />}
    </div>
  );
}

export function TeamDrafts({ teamId, userId, mayEdit }: TeamEventsProps) {
  const { data, error, refetch } = useQuery(teamDraftsQuery(teamId, userId));
  if (error) return <DashboardError error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardsSkeleton className="h-104" />;
  if (data.length === 0) return <EmptyState title="You don't have any draft events." />;
  return <EventGroup title="Seen by the team alone" events={data} mayEdit={mayEdit} />;
}

/** Around a `cardGrid`, whose columns go by the room that the sidebar leaves and not by the screen. */
export const cardRoom = '@container';
export const cardGrid = 'grid gap-6 @[40rem]:grid-cols-2 @[56rem]:grid-cols-3 @[72rem]:grid-cols-4';

function EventGroup({ title, events, mayEdit }: { title: string; events: FoyerEvent[]; mayEdit: boolean }) {
  return (
    <section className={cardRoom}>
      <h2 className="text-xl font-semibold text-ink-soft">{title}</h2>
      <ul className={`mt-4 ${cardGrid}`}>
        {events.map((event) => (
          <li key={event.id}>
            <TeamEventCard event={event} mayEdit={mayEdit} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function DashboardError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <ErrorState message={messageOf(error, 'Failed to load dashboard data')} onRetry={onRetry} />;
}

export function CardsSkeleton({ className }: { className: string }) {
  return (
    <div role="status" className={cardRoom}>
      <span className="sr-only">Loading...</span>
      <div className={cardGrid}>
        <Skeleton className={className} />
        <Skeleton className={className} />
        <Skeleton className={className} />
      </div>
    </div>
  );
}
