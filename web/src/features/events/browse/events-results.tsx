import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../../format/counts.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Pagination } from '../../../ui/lists/pagination.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { EventCard } from './event-card.tsx';
import { categoriesQuery, type EventListPage } from '../events.api.ts';
import { defaultView, type EventsView, findCategory, stripDefaults } from './events-search.ts';
import { summariseList } from './list-summary.ts';

export interface EventsResultsProps {
  list: EventListPage;
  view: EventsView;
  /** True while a new list is loading, and the screen still shows the list for the previous page, filters or search. */
  outdated: boolean;
  /** When the list was read, in milliseconds since 1970. */
  asOf: number;
}

export function EventsResults({ list, view, outdated, asOf }: EventsResultsProps) {
  return (
    <div
      aria-busy={outdated}
      className={classes('transition-opacity duration-200', outdated && 'opacity-50')}
    >
      <div role="status">
        <p className="mt-8 mb-4 min-h-7 text-ink-soft">{summariseList(list, view.q, outdated)}</p>
        {list.events.length === 0 && <NoEvents list={list} view={view} />}
      </div>
      {list.events.length > 0 && (
        <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {list.events.map((event, index) => (
            <li key={event.id}>
              <EventCard
                event={event}
                load={index === 0 ? 'lead' : index < 3 ? 'early' : 'late'}
                asOf={asOf}
                list={stripDefaults(view)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-12">
        <Pagination
          page={view.page}
          totalPages={list.total_pages}
          renderLink={(page, props) => (
            <Link to={paths.events} search={stripDefaults({ ...view, page })} {...props} />
          )}
        />
      </div>
    </div>
  );
}

function NoEvents({ list, view }: Pick<EventsResultsProps, 'list' | 'view'>) {
  const { data } = useQuery(categoriesQuery);
  const names = data?.categories.map(({ name }) => name);
  const unknown = names && view.category !== defaultView.category && !findCategory(names, view.category);
  if (unknown) {
    return (
      <EmptyState
        title="No events found"
        hint={`There is no category called “${view.category}”.`}
        action={
          <ListLink view={{ ...view, category: defaultView.category, page: 1 }}>All categories</ListLink>
        }
      />
    );
  }
  if (list.total_events > 0) {
    return (
      <EmptyState
        title={`There is no page ${view.page}`}
        hint={`This list has ${formatCount(list.total_pages, 'page')}.`}
        action={
          <>
            <ListLink view={{ ...view, page: 1 }}>First page</ListLink>
            {list.total_pages > 1 && (
              <ListLink view={{ ...view, page: list.total_pages }}>Last page</ListLink>
            )}
          </>
        }
      />
    );
  }
  return (
    <EmptyState
      title="No events found"
      hint={view.q ? 'Try adjusting your search terms' : 'Try changing your filters or check back later'}
    />
  );
}

function ListLink({ view, children }: { view: EventsView; children: ReactNode }) {
  return (
    <Link to={paths.events} search={stripDefaults(view)} className={buttonStyle('secondary')}>
      {children}
    </Link>
  );
}

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
