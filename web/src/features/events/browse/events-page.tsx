import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { paths } from '../../../paths.ts';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { categoriesQuery, eventListQuery } from '../events.api.ts';
import { findLastSave } from '../saved/saved-event.ts';
import { EventChips } from './event-chips.tsx';
import { EventsFilters } from './events-filters.tsx';
import { EventsResults, EventsSkeleton } from './events-results.tsx';
import { completeView, type EventsView, findShownCategory, stripDefaults } from './events-search.ts';
import { SubscribeLinks } from './subscribe-links.tsx';
import { useSearchText } from '../../../layout/use-search-text.ts';

const route = getRouteApi('/events');

// Only an organiser who comes from the form sees this part.
const SavedEventPanel = lazyPart(
  async () => (await import('../saved/saved-event-panel.tsx')).SavedEventPanel,
);

export function EventsPage() {
  const [lastSave] = useState(findLastSave);
  const view = completeView(route.useSearch());
  const navigate = useNavigate();
  const list = useQuery(eventListQuery(view));
  const { data: categories } = useQuery(categoriesQuery);
  const category = findShownCategory(categories, view.category);
  const show = (change: Partial<EventsView>, replace = false) =>
    void navigate({ to: paths.events, search: stripDefaults({ ...view, page: 1, ...change }), replace });
  // The first search adds a history entry, and later searches replace it, so that one press of Back leads to the list
  // before the search.
  const { text, type } = useSearchText(view.q, (q) => show({ q }, view.q !== '' && q !== ''));
  return (
    <div className="page-width py-10 sm:py-14">
      {lastSave && <SavedEventPanel lastSave={lastSave} />}
      <h1 className="text-5xl font-semibold sm:text-6xl">What’s on</h1>
      <EventChips view={view} />
      <EventsFilters view={view} text={text} onText={type} onChange={show} />
      {list.data ? (
        <EventsResults
          list={list.data}
          view={view}
          outdated={list.isPlaceholderData}
          asOf={list.dataUpdatedAt}
          onChange={show}
        />
      ) : list.isError ? (
        <ErrorState
          className="mt-8"
          message={messageOf(list.error, 'Failed to load events')}
          onRetry={() => void list.refetch()}
        />
      ) : (
        <EventsSkeleton count={view.perPage} />
      )}
      <SubscribeLinks
        feed={{ category: category?.id }}
        words={category ? `${category.name} events` : 'events'}
        className="mt-12"
      />
    </div>
  );
}
