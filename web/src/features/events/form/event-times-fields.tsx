import type { UseFormRegisterReturn } from 'react-hook-form';
import { useSite } from '../../../layout/use-site.ts';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { formatLongDate, formatTime, zoneName } from '../../../format/dates.ts';
import { endTooEarly } from './event.schema.ts';
import { addMinutes, endsTooEarly, instantOf } from '../../../format/zoned-time.ts';

// Without a maximum, browsers accept years with six digits.
const latest = '9999-12-31T23:59';

type Times = 'start_time' | 'end_time';

interface EventTimesFieldsProps {
  times: readonly [start: string, end: string];
  errors: Partial<Record<Times, { message?: string }>>;
  register: (name: Times, options?: { deps?: 'end_time' }) => UseFormRegisterReturn;
  /** Called with an end when the user has typed the start and no end yet. */
  onEnd: (end: string) => void;
  /** How long such an event takes, in minutes. */
  length?: number;
}

/** Times are in the site's time zone. While the user types, an error shows an end that is not after the start. */
export function EventTimesFields({
  times: [start, end],
  errors,
  register,
  onEnd,
  length = 120,
}: EventTimesFieldsProps) {
  const { timeZone } = useSite();
  const startField = register('start_time', { deps: 'end_time' });
  const fillEnd = () => {
    const likely = end === '' && addMinutes(start, length);
    if (likely) onEnd(likely);
  };
  const tooEarly = endsTooEarly(start, end, timeZone) ? endTooEarly : undefined;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="Start Time" required hint={writeTime(start, timeZone)} error={errors.start_time?.message}>
        {(wiring) => (
          <TextInput
            {...wiring}
            {...startField}
            onBlur={(event) => {
              void startField.onBlur(event);
              fillEnd();
            }}
            type="datetime-local"
            max={latest}
          />
        )}
      </Field>
      <Field
        label="End Time"
        required
        hint={writeTime(end, timeZone)}
        error={tooEarly ?? errors.end_time?.message}
      >
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

/** The typed time in the site's way of writing it. Each browser's own field writes dates in another way. */
function writeTime(wallTime: string, timeZone: string): string {
  const instant = addMinutes(wallTime, 0) && instantOf(wallTime, timeZone);
  const zone = zoneName(timeZone);
  return instant ? `${formatLongDate(instant, timeZone)}, ${formatTime(instant, timeZone)}, ${zone}` : zone;
}
