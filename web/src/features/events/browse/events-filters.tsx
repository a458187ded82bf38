import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { paths } from '../../../paths.ts';
import { Select } from '../../../ui/forms/field.tsx';
import { SearchBox as SearchField } from '../../../ui/forms/search-box.tsx';
import { categoriesQuery } from '../events.api.ts';
import {
  defaultView,
  type EventsView,
  findCategory,
  longestSearch,
  pageSizes,
  sortIdOf,
  sortOptions,
} from './events-search.ts';

export interface EventsFiltersProps {
  view: EventsView;
  text: string;
  onText: (text: string) => void;
  onChange: (change: Partial<EventsView>) => void;
}

export function EventsFilters({ view, text, onText, onChange }: EventsFiltersProps) {
  const { data } = useQuery(categoriesQuery);
  const names = data?.categories.map(({ name }) => name);
  return (
    // Before the scripts arrive, the browser sends the form itself.
    <search>
      <form
        action={paths.events}
        className="mt-8 grid grid-cols-[minmax(0,1.9fr)_minmax(0,1fr)] gap-x-3 gap-y-4 sm:gap-4 sm:grid-cols-[repeat(2,minmax(0,1.4fr))_minmax(0,1fr)] lg:grid-cols-[minmax(0,2.4fr)_repeat(2,minmax(0,1.2fr))_minmax(0,0.7fr)]"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchBox text={text} onText={onText} />
        <Filter label="Category" className="col-span-2 sm:col-span-1">
          {(id) => (
            <Select
              id={id}
              name="category"
              value={findCategory(names ?? [view.category], view.category) ?? defaultView.category}
              onChange={(event) => onChange({ category: event.target.value })}
            >
              <option value={defaultView.category}>All Categories</option>
              {(names ?? listChosen(view.category)).map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Filter>
        <Filter label="Sort by">
          {(id) => (
            <Select
              id={id}
              name="sort"
              value={sortIdOf(view)}
              onChange={(event) => {
                const chosen = sortOptions.find((option) => option.id === event.target.value);
                if (chosen) onChange({ sort_by: chosen.sort_by, order: chosen.order });
              }}
            >
              {sortOptions.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.label}
                </option>
              ))}
            </Select>
          )}
        </Filter>
        <Filter label="Per page">
          {(id) => (
            <Select
              id={id}
              name="perPage"
              value={view.perPage}
              onChange={(event) => onChange({ perPage: Number(event.target.value) })}
            >
              {pageSizes.map((size) => (
                <option key={size} value={size}>
                  {size}
                </option>
              ))}
            </Select>
          )}
        </Filter>
      </form>
    </search>
  );
}

function SearchBox({ text, onText }: Pick<EventsFiltersProps, 'text' | 'onText'>) {
  return (
    <Filter label="Search" className="col-span-2 sm:col-span-3 lg:col-span-1">
      {(id) => (
        <SearchField
          id={id}
          name="q"
          label="Search events"
          text={text}
          maxLength={longestSearch}
          onText={onText}
        />
      )}
    </Filter>
  );
}

function Filter({
  label,
  className = '',
  children,
}: {
  label: string;
  className?: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <label htmlFor={id} className="text-[0.9375rem] font-semibold text-ink-soft">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** The entries of the category dropdown while the list of categories is loading: only the chosen category. */
function listChosen(category: string): string[] {
  return category === defaultView.category ? [] : [category];
}
