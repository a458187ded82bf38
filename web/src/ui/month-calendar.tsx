import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker } from 'react-day-picker';

export interface MonthCalendarProps {
  /**
   * Today's date. All dates in this component must come from `calendarDayOf`, because the calendar reads
   * dates in the browser's time zone.
   */
  today: Date;
  selected: Date | undefined;
  onSelect: (day: Date | undefined) => void;
  /** The days to highlight. */
  marked: Date[];
  /** Names a day for screen readers, such as `Saturday, November 21, 2026`. */
  dayLabel: (day: Date) => string;
  /** What a marked day says to screen readers, such as `has events`. */
  markedLabel: string;
}

const dayButton =
  'mx-auto grid aspect-square w-full max-w-9 place-items-center rounded-full text-[0.9375rem] transition-colors duration-150 hover:bg-sunken';

function Chevron({ orientation }: { orientation?: string }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Icon size={22} aria-hidden />;
}

/** A calendar that shows one month. Pressing a day selects the day. Pressing the selected day clears the selection. */
export function MonthCalendar({
  today,
  selected,
  onSelect,
  marked,
  dayLabel,
  markedLabel,
}: MonthCalendarProps) {
  return (
    <DayPicker
      mode="single"
      selected={selected}
      onSelect={onSelect}
      defaultMonth={selected ?? today}
      today={today}
      weekStartsOn={1}
      showOutsideDays
      fixedWeeks
      modifiers={{ marked }}
      labels={{
        labelDayButton: (date, { today: isToday, selected: isSelected, marked: isMarked }) =>
          [isToday && 'Today', dayLabel(date), isMarked && markedLabel, isSelected && 'selected']
            .filter(Boolean)
            .join(', '),
      }}
      components={{ Chevron }}
      modifiersClassNames={{
        marked:
          '[&>button]:bg-spot-wash [&>button]:font-bold [&>button]:text-spot-strong [&>button]:hover:bg-spot [&>button]:hover:text-on-spot',
      }}
      classNames={{
        months: 'relative mx-auto max-w-72',
        month_caption: 'grid min-h-11 place-items-center',
        caption_label: 'font-display text-xl font-semibold',
        nav: 'absolute inset-x-0 top-0 flex justify-between',
        button_previous: 'grid size-11 place-items-center rounded-full hover:bg-sunken',
        button_next: 'grid size-11 place-items-center rounded-full hover:bg-sunken',
        month_grid: 'mt-1 w-full table-fixed border-collapse',
        weekday: 'pb-1 text-sm font-medium text-ink-faint',
        day: 'p-0.5',
        day_button: dayButton,
        today: '[&>button]:ring-2 [&>button]:ring-line-strong',
        outside: '[&>button]:text-ink-faint',
        selected:
          '[&>button]:bg-spot! [&>button]:font-bold [&>button]:text-on-spot! [&>button]:hover:bg-spot-strong!',
      }}
    />
  );
}
