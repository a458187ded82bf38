import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatLongDate } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Pagination } from '../../../ui/lists/pagination.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type CardWidth, widthAfterLead } from './card-width.ts';
import { EventCard } from './event-card.tsx';
import { categoriesQuery, type EventListPage } from '../events.api.ts';
import { PerPage } from './events-filters.tsx';
import { defaultView, type EventsView, findCategory, stripDefaults } from './events-search.ts';
import { isListedByEnd } from './listed-by-end.ts';
import { summariseList } from './list-summary.ts';
import { NoSuchPage } from './no-such-page.tsx';

export interface EventsResultsProps {
  list: EventListPage;
  view: EventsView;
  /** True while a new list is loading, and the screen still shows the list for the previous page, filters or search. */
  outdated: boolean;
  /** When the list was read, in milliseconds since 1970. */
  asOf: number;
  onChange: (change: Partial<EventsView>) => void;
}

export function EventsResults({ list, view, outdated, asOf, onChange }: EventsResultsProps) {
  return (
    <div
      aria-busy={outdated}
      className={classes('transition-opacity duration-200', outdated && 'opacity-50')}
    >
      {/* On a phone in two lines, so that the list stays in its place while the words above it change. */}
      <div className="mt-6 mb-3 flex justify-between gap-x-4 gap-y-2 max-sm:flex-col sm:min-h-11 sm:items-center">
        <p role="status" className="min-h-7 text-ink-soft">
          {summariseList(list, view.q, outdated)}
        </p>
        <Link
          to={paths.eventsCalendar}
          search={{
            month: view.month ?? undefined,
            category: stripDefaults(view).category,
            free: view.free || undefined,
          }}
          className={`max-sm:self-start ${buttonStyle('secondary', 'sm')}`}
        >
          Show as a calendar
        </Link>
      </div>
      <div role="status">{list.events.length === 0 && <NoEvents list={list} view={view} />}</div>
      {list.events.length > 0 && <EventGrid list={list} view={view} asOf={asOf} />}
      {list.total_events > 0 && (
        <div className="mt-10 grid items-center justify-items-center gap-4 sm:grid-cols-[1fr_auto_1fr]">
          <div className="sm:col-start-2">
            <Pagination
              page={view.page}
              totalPages={list.total_pages}
              renderLink={(page, props) => (
                <Link to={paths.events} search={stripDefaults({ ...view, page })} {...props} />
              )}
            />
          </div>
          <div className="sm:col-start-3 sm:justify-self-end">
            <PerPage view={view} onChange={onChange} />
          </div>
        </div>
      )}
    </div>
  );
}

function EventGrid({ list, view, asOf }: Pick<EventsResultsProps, 'list' | 'view' | 'asOf'>) {
  const { timeZone } = useSite();
  const isByDate = view.sort_by === 'start_time';
  // A short list looks better without one.
  const hasLead = isByDate && view.q === '' && list.page === 1 && list.events.length > 3;
  const days = list.events.map((event) =>
    isListedByEnd(event, asOf)
      ? `Until ${formatLongDate(event.end_time, timeZone)}`
      : formatLongDate(event.start_time, timeZone),
  );
  return (
    <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-6">
      {list.events.map((event, index) => {
        const width = hasLead
          ? widthAfterLead(index, list.events.length)
          : list.events.length === 2
            ? 'half'
            : 'third';
        return (
          <li key={event.id} className={classes('flex flex-col', columns[width])}>
            {isByDate && <DayLine day={days[index]} isFirst={days[index] !== days[index - 1]} />}
            <div className="flex-1">
              <EventCard
                event={event}
                isLead={index === 0}
                asOf={asOf}
                list={stripDefaults(view)}
                width={width}
                heading={isByDate ? 'h3' : 'h2'}
                tileless={isByDate}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const columns: Record<CardWidth, string> = {
  full: 'lg:col-span-full',
  half: 'lg:col-span-3',
  third: 'lg:col-span-2',
};

/**
 * A line with the date above each card. Only the first card of a day has it as a heading. On a phone the others have
 * none, because they stand right below.
 */
function DayLine({ day, isFirst }: { day: string | undefined; isFirst: boolean }) {
  const look = 'mb-1 min-h-9 border-t pt-2 text-[0.9375rem] leading-6 font-semibold tracking-normal';
  if (isFirst) return <h2 className={`${look} border-line-strong font-sans text-ink-soft`}>{day}</h2>;
  return (
    <p aria-hidden className={`${look} border-line text-ink-faint max-sm:hidden`}>
      {day}
    </p>
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
      <NoSuchPage
        page={view.page}
        totalPages={list.total_pages}
        renderLink={(page, label) => (
          <ListLink key={page} view={{ ...view, page }}>
            {label}
          </ListLink>
        )}
      />
    );
  }
  return (
    <EmptyState
      title="No events found"
      hint={view.q ? 'Try adjusting your search terms' : 'Try changing your filters or check back later'}
      action={<ListLink view={defaultView}>Show all events</ListLink>}
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
    <output className="mt-20 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      <span className="sr-only">Loading events...</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-128 rounded-2xl" />
      ))}
    </output>
  );
}
