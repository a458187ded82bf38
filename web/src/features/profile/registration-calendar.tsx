import { useState } from 'react';
import {
  calendarDayOf,
  formatCalendarDay,
  formatCalendarDayWithWeekday,
} from '../../format/calendar-days.ts';
import { useSite } from '../../layout/use-site.ts';
import { MonthCalendar } from '../../ui/month-calendar.tsx';
import { RegistrationCard } from './registration-card.tsx';
import { listOnDay, splitByStart } from './registration-times.ts';
import type { RegistrationsProps } from './registration-list.tsx';
import type { MyRegistration } from '../registrations/registrations.api.ts';

export function RegistrationCalendar({ registrations, asOf }: RegistrationsProps) {
  const { timeZone } = useSite();
  // Until the user chooses a day, show the day of the next event.
  const [chosen, setChosen] = useState<{ day: Date | undefined } | null>(null);
  const next = splitByStart(registrations ?? [], asOf).upcoming[0];
  const selected = chosen ? chosen.day : next && calendarDayOf(next.start_time, timeZone);
  return (
    <div className="grid gap-8 md:grid-cols-[18rem_minmax(0,1fr)] md:gap-10">
      <MonthCalendar
        // A calendar chooses its month when it is mounted. A new key mounts a new calendar when the
        // registrations have loaded, so that the calendar shows the month of the next event.
        key={registrations ? 'loaded' : 'loading'}
        today={calendarDayOf(new Date(asOf).toISOString(), timeZone)}
        selected={selected}
        onSelect={(day) => setChosen({ day })}
        marked={(registrations ?? []).map(({ start_time }) => calendarDayOf(start_time, timeZone))}
        dayLabel={formatCalendarDayWithWeekday}
        markedLabel="has events of yours"
      />
      <section aria-live="polite" aria-labelledby="selected-day">
        <h3 id="selected-day" className="text-2xl font-semibold">
          {selected ? formatCalendarDay(selected) : 'Select a date'}
        </h3>
        <DayEvents registrations={registrations} day={selected} asOf={asOf} />
      </section>
    </div>
  );
}

function DayEvents({ registrations, day, asOf }: RegistrationsProps & { day: Date | undefined }) {
  const { timeZone } = useSite();
  const onDay = registrations && day ? listOnDay(registrations, day, timeZone) : [];
  if (onDay.length === 0) return <p className="mt-3 text-ink-soft">{explainNone(registrations, day)}</p>;
  return (
    <ul className="mt-4 grid grid-cols-1 gap-3">
      {onDay.map((registration) => (
        <li key={registration.id}>
          <RegistrationCard registration={registration} asOf={asOf} />
        </li>
      ))}
    </ul>
  );
}

function explainNone(registrations: MyRegistration[] | undefined, day: Date | undefined): string {
  if (!registrations) return 'Loading events...';
  if (day) return 'No events on this day';
  if (registrations.length === 0) return 'You have no registered events';
  return 'Your events are on the coloured days. Choose one to see its events.';
}
