import { useFormContext, useWatch } from 'react-hook-form';
import { zoneName } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field, TextArea, TextInput } from '../../../ui/forms/field.tsx';
import type { EventTicketFields } from '../form/event-form-fields.tsx';
import { useTypeErrors } from './use-type-errors.ts';

const times = [
  { name: 'sales_start', label: 'Sales start', empty: 'Empty: as soon as the event is published.' },
  { name: 'sales_end', label: 'Sales end', empty: 'Empty: when the event starts.' },
] as const;

const limits = [
  { name: 'min_per_order', label: 'Min per order', empty: undefined },
  { name: 'max_per_order', label: 'Max per order', empty: undefined },
  { name: 'max_per_buyer', label: 'Max per buyer', empty: 'Empty: no limit.' },
] as const;

export function TicketTypeSettings({ index }: { index: number }) {
  const { timeZone } = useSite();
  const { control, register } = useFormContext<EventTicketFields>();
  const errorOf = useTypeErrors(index);
  const at = `ticket_types.${index}` as const;
  const [start, salesEnd] = useWatch({ control, name: ['start_time', `${at}.sales_end`] });
  // Not an error, because the team may move the event to a later day.
  const isLate = start !== '' && salesEnd > start;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Field label="Description" hint="What it includes, or who it is for." error={errorOf('description')}>
        {(wiring) => <TextArea {...wiring} {...register(`${at}.description`)} rows={2} maxLength={2000} />}
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {times.map(({ name, label, empty }) => (
          <Field
            key={name}
            label={label}
            hint={
              name === 'sales_end' && isLate
                ? 'This is after the start of the event. Sales end when the event starts.'
                : `${zoneName(timeZone)}. ${empty}`
            }
            error={errorOf(name)}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                {...register(`${at}.${name}`)}
                type="datetime-local"
                max="9999-12-31T23:59"
              />
            )}
          </Field>
        ))}
      </div>
      <div className="grid grid-cols-2 items-start gap-5 sm:grid-cols-3">
        {limits.map(({ name, label, empty }) => (
          <Field key={name} label={label} hint={empty} error={errorOf(name)}>
            {(wiring) => (
              <TextInput
                {...wiring}
                {...register(`${at}.${name}`)}
                type="number"
                inputMode="numeric"
                min={1}
                step={1}
              />
            )}
          </Field>
        ))}
      </div>
      <div className="grid gap-2">
        <Checkbox
          {...register(`${at}.hidden`)}
          label="Hidden"
          hint="Only people with a promo code for it see it."
        />
        <Checkbox
          {...register(`${at}.paused`)}
          label="Sales stopped"
          hint="Shown, but nobody can buy it for now."
        />
      </div>
    </div>
  );
}
