import type { ReactNode } from 'react';
import { nameMonth } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { classes } from '../../../ui/classes.ts';
import { type DayChoice, dayChoices, defaultView, type EventsView, stripDefaults } from './events-search.ts';

const days = Object.keys(dayChoices) as DayChoice[];

/**
 * Links that narrow the list to days and to what is free. The link of a choice that is made takes it back. The category
 * stays, because the form below has it.
 */
export function EventChips({ view }: { view: EventsView }) {
  const { when, month, free } = defaultView;
  const isAll = view.when === when && view.month === month && view.free === free;
  return (
    <nav
      aria-label="Narrow down"
      className="-mx-4 mt-7 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:overflow-visible md:px-0"
    >
      <ul className="flex w-max gap-1.5 sm:gap-2 md:w-auto md:flex-wrap">
        <Chip view={view} change={{ when, month, free }} chosen={isAll}>
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
          'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3 text-[0.9375rem] font-semibold whitespace-nowrap sm:px-4',
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
