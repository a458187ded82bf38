import { nameMonth } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Chip, type ChipLinkProps, Chips } from '../../../ui/lists/chips.tsx';
import { type DayChoice, dayChoices, defaultView, type EventsView, stripDefaults } from './events-search.ts';

const days = Object.keys(dayChoices) as DayChoice[];

/**
 * Links that narrow the list to days and to what is free. The link of a choice that is made takes it back. The category
 * stays, because the form below has it.
 */
export function EventChips({ view }: { view: EventsView }) {
  const { when, month, free } = defaultView;
  const linkTo = (change: Partial<EventsView>) => (props: ChipLinkProps) => (
    <Link
      to={paths.events}
      search={stripDefaults({ ...view, ...change, page: 1 })}
      resetScroll={false}
      {...props}
    />
  );
  const isAll = view.when === when && view.month === month && view.free === free;
  return (
    <Chips>
      <Chip renderLink={linkTo({ when, month, free })} chosen={isAll}>
        All
      </Chip>
      {days.map((day) => (
        <Chip
          key={day}
          renderLink={linkTo({ when: view.when === day ? null : day })}
          chosen={view.when === day}
          removable
          // Keeps its width when the font arrives late, so that the chips after it do not move.
          className={day === 'weekend' ? 'min-w-35 justify-center' : undefined}
        >
          {dayChoices[day]}
        </Chip>
      ))}
      {view.month && (
        <Chip renderLink={linkTo({ month })} chosen removable>
          {nameMonth(view.month)}
        </Chip>
      )}
      <Chip renderLink={linkTo({ free: !view.free })} chosen={view.free} removable>
        Free
      </Chip>
    </Chips>
  );
}
