import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api/client.ts';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { EventCard } from './event-card.tsx';
import { type EventsView, stripDefaults } from './events-search.ts';

export interface EventsResultsProps {
  list: Answer<'GET /events'>;
  view: EventsView;
  /** What was searched for; a search shows all it found on one page. */
  q: string;
  /** The list is the last view's; this one's is on its way. */
  outdated: boolean;
  /** When the list was read, in milliseconds since 1970. */
  asOf: number;
  onPageChosen: () => void;
}

export function EventsResults({ list, view, q, outdated, asOf, onPageChosen }: EventsResultsProps) {
  return (
    <div
      aria-busy={outdated}
      className={classes('transition-opacity duration-200', outdated && 'opacity-50')}
    >
      <output className="mt-8 mb-4 block min-h-7 text-ink-soft">{summarise(list, view, q)}</output>
      {list.events.length === 0 ? (
        <NoEvents searching={q !== ''} beyondLastPage={view.page > 1} />
      ) : (
        <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {list.events.map((event, index) => (
            <li key={event.id}>
              <EventCard event={event} eager={index < 3} asOf={asOf} />
            </li>
          ))}
        </ul>
      )}
      {!q && (
        <div className="mt-12">
          <Pagination
            page={view.page}
            totalPages={list.total_pages}
            renderLink={(page, props) => (
              <Link
                to={paths.events}
                search={stripDefaults({ ...view, page })}
                onClick={onPageChosen}
                {...props}
              />
            )}
          />
        </div>
      )}
    </div>
  );
}

function summarise(list: EventsResultsProps['list'], view: EventsView, q: string): string {
  const total = list.total_events;
  if (q) return `Found ${total} matching events`;
  if (list.events.length === 0) return '';
  const first = (view.page - 1) * view.perPage + 1;
  return `Showing ${first} to ${first + list.events.length - 1} of ${total} events`;
}

function NoEvents({ searching, beyondLastPage }: { searching: boolean; beyondLastPage: boolean }) {
  return (
    <EmptyState
      title="No events found"
      hint={searching ? 'Try adjusting your search terms' : 'Try changing your filters or check back later'}
      action={
        beyondLastPage && (
          <Link to={paths.events} className={buttonStyle('secondary')}>
            All events
          </Link>
        )
      }
    />
  );
}

/** As many cards' places as there will be cards. */
export function EventsSkeleton({ count }: { count: number }) {
  return (
    <output className="mt-19 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <span className="sr-only">Loading events...</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-128 rounded-2xl" />
      ))}
    </output>
  );
}
