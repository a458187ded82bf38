import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EventCard } from './event-card.tsx';
import { EventsFilters } from './events-filters.tsx';
import { type FoyerEvent, eventListQuery } from './events.api.ts';
import { completeView, type EventsView, stripDefaults } from './events-search.ts';
import { useDebounced } from './use-debounced.ts';

const route = getRouteApi('/events');
const searchDelay = 300;

export function EventsPage() {
  const view = completeView(route.useSearch());
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const settledText = useDebounced(text.trim(), searchDelay);
  // Clearing the box brings the whole list back at once.
  const q = text.trim() === '' ? '' : settledText;
  const list = useQuery(eventListQuery(view, q));
  const show = (change: Partial<EventsView>) =>
    navigate({ to: paths.events, search: stripDefaults({ ...view, page: 1, ...change }) });
  const search = (typed: string) => {
    setText(typed);
    if (typed && view.page !== 1)
      void navigate({ to: paths.events, search: stripDefaults({ ...view, page: 1 }), replace: true });
  };
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="text-5xl font-semibold sm:text-6xl">What’s on</h1>
      <EventsFilters view={view} text={text} onText={search} onChange={(change) => void show(change)} />
      {list.isError ? (
        <ErrorState
          className="mt-8"
          message={messageOf(list.error, 'Failed to load events')}
          onRetry={() => void list.refetch()}
        />
      ) : !list.data ? (
        <EventsSkeleton count={view.perPage} />
      ) : (
        <>
          <Summary view={view} total={list.data.total_events} shown={list.data.events.length} q={q} />
          <EventsGrid events={list.data.events} fading={list.isPlaceholderData} q={q} page={view.page} />
          {!q && (
            <div className="mt-12">
              <Pagination
                page={view.page}
                totalPages={list.data.total_pages}
                renderLink={(page, props) => (
                  <Link
                    to={paths.events}
                    search={stripDefaults({ ...view, page })}
                    onClick={() => setText('')}
                    {...props}
                  />
                )}
              />
            </div>
          )}
        </>
      )}
    </div>
  );
}

function Summary({ view, total, shown, q }: { view: EventsView; total: number; shown: number; q: string }) {
  const first = (view.page - 1) * view.perPage + 1;
  const words = q
    ? `Found ${total} matching events`
    : shown === 0
      ? ''
      : `Showing ${first} to ${first + shown - 1} of ${total} events`;
  return (
    <p role="status" className="mt-8 min-h-7 text-ink-soft">
      {words}
    </p>
  );
}

function EventsGrid({
  events,
  fading,
  q,
  page,
}: {
  events: FoyerEvent[];
  fading: boolean;
  q: string;
  page: number;
}) {
  if (events.length === 0) {
    return (
      <EmptyState
        className="mt-4"
        title="No events found"
        hint={q ? 'Try adjusting your search terms' : 'Try changing your filters or check back later'}
        action={
          page > 1 && (
            <Link to={paths.events} className={buttonStyle('secondary')}>
              All events
            </Link>
          )
        }
      />
    );
  }
  return (
    <ul
      aria-busy={fading}
      className={`mt-4 grid gap-6 transition-opacity duration-200 sm:grid-cols-2 lg:grid-cols-3 ${fading ? 'opacity-50' : ''}`}
    >
      {events.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} eager={index < 3} />
        </li>
      ))}
    </ul>
  );
}

function EventsSkeleton({ count }: { count: number }) {
  return (
    <div role="status" className="mt-19 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <span className="sr-only">Loading events...</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-128 rounded-2xl" />
      ))}
    </div>
  );
}
