import { useState } from 'react';
import { formatCalendarDayWithWeekday } from '../../format/calendar-days.ts';
import { Field } from '../../ui/forms/field.tsx';
import { RadioCards } from '../../ui/forms/radio-cards.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { SearchChoice } from '../../ui/forms/search-choice.tsx';
import { Stepper } from '../../ui/forms/stepper.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { MonthCalendar } from '../../ui/month-calendar.tsx';
import { Specimen } from './specimen.tsx';

const towns = ['Halden', 'Wrenford', 'Mill Lane'];

export function ChoiceSpecimens() {
  return (
    <>
      <Specimen name="RadioCards">
        <Visibility />
      </Specimen>
      <Specimen name="SearchBox: empty and filled; SearchChoice">
        <Searches />
      </Specimen>
      <Specimen name="Stepper: none, some, most">
        <Steppers />
      </Specimen>
      <Specimen name="Switch: off, on, saving">
        <Switches />
      </Specimen>
      <Specimen name="MonthCalendar, with marked days">
        <Calendar />
      </Specimen>
    </>
  );
}

function Visibility() {
  const [chosen, setChosen] = useState<'public' | 'private'>('public');
  return (
    <RadioCards
      legend="Who can see the event"
      value={chosen}
      onChange={setChosen}
      options={[
        { id: 'public', label: 'Public', hint: 'Everybody can find it.' },
        { id: 'private', label: 'Private', hint: 'Only people with the link.' },
      ]}
    />
  );
}

function Searches() {
  const [empty, setEmpty] = useState('');
  const [filled, setFilled] = useState('jazz');
  const [town, setTown] = useState<string | null>(null);
  return (
    <div className="grid items-end gap-6 md:grid-cols-3">
      <SearchBox label="Search events" text={empty} onText={setEmpty} />
      <SearchBox label="Search teams" text={filled} onText={setFilled} />
      <Field label="Town">
        {(control) => (
          <SearchChoice
            {...control}
            items={towns}
            value={town}
            placeholder="Choose a town"
            emptyText="No towns found"
            nameOf={(name) => name}
            keyOf={(name) => name}
            onChange={setTown}
            onSearch={() => undefined}
          />
        )}
      </Field>
    </div>
  );
}

function Steppers() {
  const [counts, setCounts] = useState([0, 2, 4]);
  const set = (index: number, count: number) =>
    setCounts(counts.map((other, at) => (at === index ? Math.max(0, Math.min(4, count)) : other)));
  return (
    <div className="flex flex-wrap gap-6">
      {['Adult tickets', 'Child tickets', 'Balcony tickets'].map((label, index) => (
        <Stepper
          key={label}
          label={label}
          value={counts[index] ?? 0}
          most={4}
          onStep={(step) => set(index, (counts[index] ?? 0) + step)}
          onType={(count) => set(index, count)}
        />
      ))}
    </div>
  );
}

function Switches() {
  const [isOn, setIsOn] = useState(true);
  return (
    <div className="grid max-w-lg gap-4">
      <Switch label="Reminder the day before" checked={!isOn} onChange={(on) => setIsOn(!on)} />
      <Switch label="Tickets on sale" hint="People can buy now." checked={isOn} onChange={setIsOn} />
      <Switch label="Being saved" checked busy onChange={() => undefined} />
    </div>
  );
}

/** A fixed day, so that the server and the browser draw the same calendar. */
const today = new Date(2026, 10, 21);

function Calendar() {
  const [day, setDay] = useState<Date | undefined>();
  return (
    <div className="max-w-sm">
      <MonthCalendar
        today={today}
        selected={day}
        onSelect={setDay}
        marked={[new Date(2026, 10, 24), new Date(2026, 10, 28)]}
        dayLabel={formatCalendarDayWithWeekday}
        markedLabel="has events"
      />
    </div>
  );
}
