import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nameMonth } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { classes } from '../../../ui/classes.ts';
import { categoriesQuery } from '../events.api.ts';
import {
  type DayChoice,
  dayChoices,
  defaultView,
  type EventsView,
  findShownCategory,
  stripDefaults,
} from './events-search.ts';

const days = Object.keys(dayChoices) as DayChoice[];

/** Links that narrow the list. The link of a choice that is made takes it back. */
export function EventChips({ view }: { view: EventsView }) {
  const { data } = useQuery(categoriesQuery);
  const shown = findShownCategory(data, view)?.name;
  const { category, when, month, free } = defaultView;
  const isAll =
    view.when === when && view.month === month && view.free === free && view.category === category;
  return (
    <nav
      aria-label="Narrow down"
      className="-mx-4 mt-7 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:overflow-visible md:px-0"
    >
      <ul className="flex w-max gap-2 md:w-auto md:flex-wrap">
        <Chip view={view} change={{ category, when, month, free }} chosen={isAll}>
          All
        </Chip>
        {days.map((day) => (
          <Chip
            key={day}
            view={view}
            change={{ when: view.when === day ? null : day }}
            chosen={view.when === day}
            removable
            // Keeps its width when the font arrives late, so that the chips after it do not move.
            className={day === 'weekend' ? 'min-w-35 justify-center' : undefined}
          >
            {dayChoices[day]}
          </Chip>
        ))}
        {view.month && (
          <Chip view={view} change={{ month }} chosen removable>
            {nameMonth(view.month)}
          </Chip>
        )}
        <Chip view={view} change={{ free: !view.free }} chosen={view.free} removable>
          Free
        </Chip>
        <li aria-hidden className="mx-1 my-2 w-px bg-line-strong" />
        {data?.categories.map(({ id, name }) => (
          <Chip
            key={id}
            view={view}
            change={{ category: name === shown ? category : name }}
            chosen={name === shown}
            removable
          >
            {name}
          </Chip>
        ))}
      </ul>
    </nav>
  );
}

interface ChipProps {
  view: EventsView;
  change: Partial<EventsView>;
  chosen: boolean;
  removable?: boolean;
  className?: string;
  children: ReactNode;
}

function Chip({ view, change, chosen, removable = false, className, children }: ChipProps) {
  return (
    <li>
      <Link
        to={paths.events}
        search={stripDefaults({ ...view, ...change, page: 1 })}
        resetScroll={false}
        aria-current={chosen ? 'true' : undefined}
        className={classes(
          'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-[0.9375rem] font-semibold whitespace-nowrap',
          chosen
            ? 'border-ink bg-ink text-paper hover:bg-ink-soft'
            : 'border-line-strong bg-raised hover:border-ink',
          className,
        )}
      >
        {children}
        {chosen && removable && <span aria-hidden>×</span>}
      </Link>
    </li>
  );
}
