import { type Dispatch, type SetStateAction, useState } from 'react';
import { formatCount } from '../../../format/counts.ts';
import { formatLongDate, formatTime, weekdayOf } from '../../../format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field, Select, TextInput } from '../../../ui/forms/field.tsx';
import {
  listRepeatDays,
  mostEvents,
  nameWeekdayOfMonth,
  type Repeat,
  type RepeatRule,
} from './repeat-dates.ts';

interface RepeatFieldsProps {
  /** When the first event starts, by the clock. Empty until it is typed. */
  start: string;
  value: Repeat;
  onChange: Dispatch<SetStateAction<Repeat>>;
}

/** When the event takes place again. Each date becomes an event of its own. */
export function RepeatFields({ start, value, onChange }: RepeatFieldsProps) {
  const change = (fields: Partial<Repeat>) => onChange((before) => ({ ...before, ...fields }));
  const days = listRepeatDays(start, value);
  const isPeriodic = value.rule !== 'none' && value.rule !== 'chosen';
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Repeat"
          hint={start === '' ? 'Choose the start first.' : 'Each date becomes an event of its own.'}
        >
          {(wiring) => (
            <Select
              {...wiring}
              value={value.rule}
              disabled={start === ''}
              onChange={(event) => change({ rule: event.target.value as RepeatRule, left: [] })}
            >
              {listRules(start).map(([rule, label]) => (
                <option key={rule} value={rule}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {isPeriodic && (
          <Field label="Number of events" hint={`With the first one, at most ${mostEvents}.`}>
            {(wiring) => (
              <TextInput
                {...wiring}
                type="number"
                inputMode="numeric"
                min={2}
                max={mostEvents}
                step={1}
                value={value.count}
                onChange={(event) => change({ count: event.target.value })}
              />
            )}
          </Field>
        )}
        {value.rule === 'chosen' && (
          <ChosenDay onAdd={(day) => change({ chosen: [...value.chosen, day] })} first={start.slice(0, 10)} />
        )}
      </div>
      {days.length > 0 && <Days start={start} days={days} value={value} onChange={change} />}
    </>
  );
}

function listRules(start: string): [RepeatRule, string][] {
  const none: [RepeatRule, string] = ['none', 'Does not repeat'];
  if (!/^[1-9]\d{3}-/.test(start)) return [none];
  const day = start.slice(0, 10);
  const weekday = weekdayOf(`${day}T12:00:00Z`, 'UTC');
  return [
    none,
    ['weekly', `Every week on ${weekday}`],
    ['monthly-date', `Every month on day ${Number(day.slice(8))}`],
    ['monthly-weekday', `Every month on the ${nameWeekdayOfMonth(day)} ${weekday}`],
    ['chosen', 'On dates that I choose'],
  ];
}

function ChosenDay({ first, onAdd }: { first: string; onAdd: (day: string) => void }) {
  const [day, setDay] = useState('');
  return (
    <Field label="Another date">
      {(wiring) => (
        <div className="flex gap-2">
          <TextInput
            {...wiring}
            type="date"
            min={first}
            max="9999-12-31"
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
          <Button
            variant="secondary"
            disabled={day === ''}
            onClick={() => {
              onAdd(day);
              setDay('');
            }}
          >
            Add
          </Button>
        </div>
      )}
    </Field>
  );
}

interface DaysProps {
  start: string;
  days: string[];
  value: Repeat;
  onChange: (fields: Partial<Repeat>) => void;
}

function Days({ start, days, value: { left }, onChange }: DaysProps) {
  const selected = days.filter((day) => !left.includes(day));
  const toggle = (day: string) =>
    onChange({ left: left.includes(day) ? left.filter((other) => other !== day) : [...left, day] });
  return (
    <fieldset>
      <legend className="font-semibold">More dates</legend>
      <p role="status" className="text-[0.9375rem] text-ink-soft">
        {formatCount(selected.length + 1, 'event')} with the first one, each with the ticket types below.
      </p>
      <div className="mt-2 grid max-h-80 gap-x-5 overflow-y-auto sm:grid-cols-2">
        {days.map((day) => {
          const time = `${day}${start.slice(10)}:00Z`;
          return (
            <Checkbox
              key={day}
              checked={!left.includes(day)}
              onChange={() => toggle(day)}
              label={`${formatLongDate(time, 'UTC')}, ${formatTime(time, 'UTC')}`}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
