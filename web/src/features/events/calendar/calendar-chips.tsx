import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Chip, type ChipLinkProps, Chips } from '../../../ui/lists/chips.tsx';
import type { CalendarSearch } from './calendar-search.ts';

interface CalendarChipsProps {
  search: CalendarSearch;
  /** The names of all categories. */
  categories: readonly string[];
  /** The name of the category that is shown. */
  shown: string | undefined;
}

/** Links that narrow the calendar to what is free, and to one category. The link of a choice that is made takes it back. */
export function CalendarChips({ search, categories, shown }: CalendarChipsProps) {
  const { category, free } = search;
  // On a phone only the first chips are visible.
  const ordered = shown ? [shown, ...categories.filter((name) => name !== shown)] : categories;
  const linkTo = (change: CalendarSearch) => (props: ChipLinkProps) => (
    <Link to={paths.eventsCalendar} search={{ ...search, ...change }} resetScroll={false} {...props} />
  );
  return (
    <Chips>
      <Chip chosen={!category && !free} renderLink={linkTo({ category: undefined, free: undefined })}>
        All
      </Chip>
      <Chip chosen={free === true} removable renderLink={linkTo({ free: free ? undefined : true })}>
        Free
      </Chip>
      {ordered.map((name) => (
        <Chip
          key={name}
          chosen={name === shown}
          removable
          renderLink={linkTo({ category: name === shown ? undefined : name })}
        >
          {name}
        </Chip>
      ))}
    </Chips>
  );
}
