import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '../../api/call-error.ts';
import { formatCount } from '../../format/counts.ts';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState, Loaded } from '../../ui/states.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { TeamEventCard } from './team-event-card.tsx';
import { splitByTime } from './team-event-order.ts';
import { teamDraftsQuery, teamEventsQuery } from '../teams/teams.api.ts';

interface TeamEventsProps {
  teamId: number;
  userId: number;
  mayEdit: boolean;
}

export function TeamEvents({ teamId, userId, mayEdit }: TeamEventsProps) {
  const query = useQuery(teamEventsQuery(teamId, userId));
  return (
    <DashboardContent query={query} skeleton={<CardsSkeleton className="h-104" />}>
      {(events) => {
        const { coming, past } = splitByTime(events);
        return (
          <div className="grid gap-10">
            <DraftsLink teamId={teamId} userId={userId} />
            {events.length === 0 && <EmptyState title="No events found." />}
            {coming.length > 0 && <EventGroup title="Coming up" events={coming} mayEdit={mayEdit} />}
            {past.length > 0 && <EventGroup title="Past" events={past} mayEdit={mayEdit} />}
          </div>
        );
      }}
    </DashboardContent>
  );
}

/** Leads to the drafts, which are not among all events. */
function DraftsLink({ teamId, userId }: { teamId: number; userId: number }) {
  const drafts = useQuery(teamDraftsQuery(teamId, userId)).data ?? [];
  if (drafts.length === 0) return null;
  return (
    <p className="-mb-4">
      <Link
        to={paths.dashboard}
        search={{ section: 'draft-events', team: teamId }}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {formatCount(drafts.length, 'draft is', 'drafts are')} not published yet
      </Link>
    </p>
  );
}

export function TeamDrafts({ teamId, userId, mayEdit }: TeamEventsProps) {
  const query = useQuery(teamDraftsQuery(teamId, userId));
  return (
    <DashboardContent query={query} skeleton={<CardsSkeleton className="h-104" />}>
      {(events) =>
        events.length === 0 ? (
          <EmptyState title="You don't have any draft events." />
        ) : (
          <EventGroup title="Only the team sees these" events={events} mayEdit={mayEdit} />
        )
      }
    </DashboardContent>
  );
}

/** The class of the element around a `cardGrid`, whose width decides the number of columns. */
export const cardRoom = '@container';
export const cardGrid =
  'grid grid-cols-1 gap-6 @[40rem]:grid-cols-2 @[56rem]:grid-cols-3 @[72rem]:grid-cols-4';

/** How many events are shown at first. A team may have hundreds of events, too many for a phone to draw at once. */
const shownAtOnce = 24;

function EventGroup({ title, events, mayEdit }: { title: string; events: FoyerEvent[]; mayEdit: boolean }) {
  const [count, setCount] = useState(shownAtOnce);
  const list = useRef<HTMLUListElement>(null);
  const rest = events.length - count;
  const showMore = () => {
    flushSync(() => setCount(count + shownAtOnce));
    // The pressed button is now below the new cards or gone, so focus the first new card.
    list.current?.children[count]?.querySelector('a')?.focus();
  };
  return (
    <section className={cardRoom}>
      <h2 className="text-xl font-semibold text-ink-soft">{title}</h2>
      <ul ref={list} className={`mt-4 ${cardGrid}`}>
        {events.slice(0, count).map((event) => (
          <li key={event.id}>
            <TeamEventCard event={event} mayEdit={mayEdit} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button variant="secondary" className="mt-6" onClick={showMore}>
          Show {Math.min(rest, shownAtOnce)} more
        </Button>
      )}
    </section>
  );
}

const failedToLoad = 'Failed to load dashboard data';

export function DashboardError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return <ErrorState message={messageOf(error, failedToLoad)} onRetry={onRetry} />;
}

interface DashboardContentProps<Data> {
  query: UseQueryResult<Data>;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

export function DashboardContent<Data>({ query, skeleton, children }: DashboardContentProps<Data>) {
  const { data, error, refetch } = query;
  return (
    <Loaded
      data={data}
      failure={error && messageOf(error, failedToLoad)}
      onRetry={() => void refetch()}
      skeleton={skeleton}
    >
      {children}
    </Loaded>
  );
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
