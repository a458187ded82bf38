import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
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

const filtersId = 'events-filters';

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
        id={filtersId}
        className="mt-6 grid grid-cols-1 gap-x-3 gap-y-3 min-[28rem]:grid-cols-2 min-[28rem]:gap-y-4 sm:gap-4 lg:grid-cols-[minmax(0,2.4fr)_repeat(2,minmax(0,1.2fr))]"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchBox text={text} onText={onText} />
        <Filter label="Category">
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
        {/* Without scripts, a choice in a dropdown does nothing until the form is sent. */}
        <noscript>
          <button type="submit" className={buttonStyle('secondary')}>
            Show these events
          </button>
        </noscript>
        {view.when && <input type="hidden" name="when" value={view.when} />}
        {view.month && <input type="hidden" name="month" value={view.month} />}
        {view.free && <input type="hidden" name="free" value="true" />}
      </form>
    </search>
  );
}

/** Stands below the list. Without scripts, the form of the filters sends it along. */
export function PerPage({ view, onChange }: Pick<EventsFiltersProps, 'view' | 'onChange'>) {
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="text-[0.9375rem] font-semibold whitespace-nowrap text-ink-soft">
        Per page
      </label>
      <Select
        id={id}
        name="perPage"
        form={filtersId}
        value={view.perPage}
        onChange={(event) => onChange({ perPage: Number(event.target.value) })}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Select>
    </div>
  );
}

function SearchBox({ text, onText }: Pick<EventsFiltersProps, 'text' | 'onText'>) {
  return (
    <Filter label="Search" className="col-span-full lg:col-span-1">
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

interface FilterProps {
  label: string;
  className?: string;
  children: (id: string) => ReactNode;
}

function Filter({ label, className, children }: FilterProps) {
  const id = useId();
  return (
    // On a narrow phone the label stands beside its field, because two fields in one row would cut their words.
    <div
      className={classes(
        'grid grid-cols-[4.75rem_minmax(0,1fr)] items-center gap-1.5 min-[28rem]:grid-cols-1 min-[28rem]:content-start',
        className,
      )}
    >
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
