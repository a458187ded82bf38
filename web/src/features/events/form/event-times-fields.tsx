import type { UseFormRegisterReturn } from 'react-hook-form';
import { useSite } from '../../../layout/use-site.ts';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { zoneName } from '../../../format/dates.ts';
import { endTooEarly } from './event.schema.ts';
import { endsTooEarly } from '../../../format/zoned-time.ts';

// Without a maximum, browsers accept years with six digits.
const latest = '9999-12-31T23:59';

type Times = 'start_time' | 'end_time';

interface EventTimesFieldsProps {
  times: readonly [start: string, end: string];
  errors: Partial<Record<Times, { message?: string }>>;
  register: (name: Times, options?: { deps?: 'end_time' }) => UseFormRegisterReturn;
}

/** Times are in the site's time zone. While the user types, an error shows an end that is not after the start. */
export function EventTimesFields({ times: [start, end], errors, register }: EventTimesFieldsProps) {
  const { timeZone } = useSite();
  const tooEarly = endsTooEarly(start, end, timeZone) ? endTooEarly : undefined;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="Start Time" required hint={zoneName(timeZone)} error={errors.start_time?.message}>
        {(wiring) => (
          <TextInput
            {...wiring}
            {...register('start_time', { deps: 'end_time' })}
            type="datetime-local"
            max={latest}
          />
        )}
      </Field>
      <Field label="End Time" required hint={zoneName(timeZone)} error={tooEarly ?? errors.end_time?.message}>
        {(wiring) => (
          <TextInput
            {...wiring}
            {...register('end_time')}
            type="datetime-local"
            min={start || undefined}
            max={latest}
          />
        )}
      </Field>
    </div>
  );
}
