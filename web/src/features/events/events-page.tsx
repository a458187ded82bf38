import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { paths } from '../../paths.ts';
import { ErrorState } from '../../ui/states.tsx';
import { eventListQuery } from './events.api.ts';
import { EventsFilters } from './events-filters.tsx';
import { EventsResults, EventsSkeleton } from './events-results.tsx';
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
  const show = (change: Partial<EventsView>, replace = false) =>
    void navigate({ to: paths.events, search: stripDefaults({ ...view, page: 1, ...change }), replace });
  const search = (typed: string) => {
    setText(typed);
    if (typed && view.page !== 1) show({}, true);
  };
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="text-5xl font-semibold sm:text-6xl">What’s on</h1>
      <EventsFilters view={view} text={text} onText={search} onChange={show} />
      {list.data ? (
        <EventsResults
          list={list.data}
          view={view}
          q={q}
          outdated={list.isPlaceholderData}
          asOf={list.dataUpdatedAt}
          onPageChosen={() => setText('')}
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
    </div>
  );
}
