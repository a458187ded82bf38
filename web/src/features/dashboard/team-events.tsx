import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messageOf } from '../../api/call-error.ts';
import { formatCount } from '../../format/counts.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { FoyerEvent } from '../events/events.api.ts';
import { AttentionList } from './desk/attention-list.tsx';
import { type Desk, deskQuery } from './desk/dashboard.desk.api.ts';
import { listAttention } from './desk/desk-attention.ts';
import { countDaysToGo } from './desk/desk-times.ts';
import { EventRow } from './desk/event-row.tsx';
import { FirstSteps } from './desk/first-steps-list.tsx';
import { NextEvent } from './desk/next-event.tsx';
import { TeamEventCard } from './team-event-card.tsx';
import { splitByTime } from './team-event-order.ts';
import { type Membership, mayEditEvents, mayManageMembers } from '../teams/team-roles.ts';
import { sentInvitationsQuery, teamDraftsQuery, teamEventsQuery } from '../teams/teams.api.ts';

interface TeamEventsProps {
  team: Membership;
  userId: number;
}

/** Opens with the next event and what it sells. Without the desk's figures, all events are still listed. */
export function TeamEvents({ team, userId }: TeamEventsProps) {
  const teamId = team.team_id;
  const mayEdit = mayEditEvents(team.role);
  const query = useQuery(teamEventsQuery(teamId, userId));
  const desk = useQuery(deskQuery(teamId, userId));
  const { timeZone } = useSite();
  const [now] = useState(Date.now);
  return (
    <DashboardContent query={query} skeleton={<CardsSkeleton className="h-104" />}>
      {(events) => {
        const { coming, past } = splitByTime(events);
        const next = coming.find(({ id }) => id === desk.data?.next?.event_id);
        const rest = coming.filter((event) => event !== next);
        const start = desk.data?.start;
        const firstSteps = desk.data && start && mayEdit && (
          <FirstSteps desk={{ ...desk.data, start }} events={events} team={team} />
        );
        // On the day of the event, its door comes first.
        const isDay = next !== undefined && countDaysToGo(next, now, timeZone) === 0;
        return (
          <div className="grid gap-10">
            {!isDay && firstSteps}
            {desk.data && <DeskAttention desk={desk.data} team={team} userId={userId} now={now} />}
            <DraftsLink teamId={teamId} userId={userId} />
            {events.length === 0 && <EmptyState drawing="poster" title="No events found." />}
            {coming.length > 0 && desk.isPending && <Skeleton className="h-104" />}
            {next && desk.data && <NextUp event={next} desk={desk.data} mayEdit={mayEdit} now={now} />}
            {isDay && firstSteps}
            {rest.length > 0 && !desk.isPending && (
              <EventGroup title={next ? 'After that' : 'Coming up'} events={rest} list={rows}>
                {(event) => (
                  <EventRow
                    event={event}
                    figures={desk.data?.events.find(({ id }) => id === event.id)}
                    mayEdit={mayEdit}
                    now={now}
                  />
                )}
              </EventGroup>
            )}
            {past.length > 0 && (
              <EventGroup title="Past" events={past} list={rows}>
                {(event) => <EventRow event={event} figures={undefined} mayEdit={mayEdit} now={now} />}
              </EventGroup>
            )}
          </div>
        );
      }}
    </DashboardContent>
  );
}

interface DeskParts {
  desk: Desk;
  now: number;
}

function DeskAttention({ desk, team, userId, now }: DeskParts & TeamEventsProps) {
  const { timeZone } = useSite();
  const invitations = useQuery({
    ...sentInvitationsQuery(team.team_id, userId),
    enabled: mayManageMembers(team.role),
  });
  const mayEdit = mayEditEvents(team.role);
  const openInvitations = invitations.data?.length ?? 0;
  const items = listAttention(desk, { mayEdit, openInvitations, now, timeZone });
  return <AttentionList items={items} teamId={team.team_id} />;
}

function NextUp({ event, desk, ...rest }: DeskParts & { event: FoyerEvent; mayEdit: boolean }) {
  const figures = desk.events.find(({ id }) => id === event.id);
  if (!figures || !desk.next) return null;
  return (
    <section className={cardRoom}>
      <h2 className="mb-4 text-xl font-semibold text-ink-soft">Next</h2>
      <NextEvent event={event} figures={figures} sales={desk.next.sales} {...rest} />
    </section>
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

export function TeamDrafts({ team, userId }: TeamEventsProps) {
  const query = useQuery(teamDraftsQuery(team.team_id, userId));
  const desk = useQuery(deskQuery(team.team_id, userId));
  return (
    <DashboardContent query={query} skeleton={<CardsSkeleton className="h-104" />}>
      {(events) =>
        events.length === 0 ? (
          <EmptyState drawing="poster" title="You don't have any draft events." />
        ) : (
          <EventGroup title="Only the team sees these" events={events}>
            {(event) => (
              <TeamEventCard
                event={event}
                mayEdit={mayEditEvents(team.role)}
                misses={desk.data?.drafts.find(({ id }) => id === event.id)?.misses}
              />
            )}
          </EventGroup>
        )
      }
    </DashboardContent>
  );
}

/** The class of the element around a `cardGrid`, whose width decides the number of columns. */
export const cardRoom = '@container';
const cardGrid = 'grid grid-cols-1 gap-6 @[40rem]:grid-cols-2 @[56rem]:grid-cols-3 @[72rem]:grid-cols-4';

const rows = 'grid gap-3';

/** How many events are shown at first. A team may have hundreds of events, too many for a phone to draw at once. */
const shownAtOnce = 24;

interface EventGroupProps {
  title: string;
  events: FoyerEvent[];
  /** The class of the list; by default a grid of cards. */
  list?: string;
  children: (event: FoyerEvent) => ReactNode;
}

function EventGroup({ title, events, list: listStyle = cardGrid, children }: EventGroupProps) {
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
      <ul ref={list} className={`mt-4 ${listStyle}`}>
        {events.slice(0, count).map((event) => (
          <li key={event.id}>{children(event)}</li>
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
