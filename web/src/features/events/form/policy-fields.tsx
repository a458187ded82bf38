import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { instantOf } from '../../../format/zoned-time.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { findCancelUntil } from '../../tickets/event-words.ts';
import type { EventFormValues } from './event-form-values.ts';

/** What buyers must enter in the checkout, and what they can do with their tickets after the sale. */
export function PolicyFields({ form }: { form: UseFormReturn<EventFormValues> }) {
  const { register, control, formState } = form;
  const { timeZone } = useSite();
  const [now] = useState(Date.now);
  const [buyersCancel, start, days] = useWatch({
    control,
    name: ['buyers_cancel', 'start_time', 'refund_days'],
  });
  return (
    <>
      <div className="grid gap-3">
        <Checkbox
          {...register('buyers_cancel')}
          label="Buyers can cancel"
          hint="They get the whole price back. Free tickets can always be cancelled. Orders that were placed before keep their rule."
        />
        {buyersCancel && (
          <Field
            label="Until how many days before the event"
            hint={`${describeLastTime({ start, days }, timeZone, now)} 0 means until the event starts.`.trim()}
            error={formState.errors.refund_days?.message}
            className="pl-8"
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                {...register('refund_days')}
                type="number"
                inputMode="numeric"
                min={0}
                max={365}
                step={1}
                className="max-w-32"
              />
            )}
          </Field>
        )}
      </div>
      <Checkbox
        {...register('asks_for_names')}
        label="Ask for a name on each ticket"
        hint="Buyers enter a name for each ticket before they pay. Otherwise they may leave the names out, and all tickets carry the name of the buyer."
      />
      <Checkbox
        {...register('allows_transfers')}
        label="Buyers can give tickets to others"
        hint="Until the event starts. The new holder gets a ticket with a new code by email, and the old code stops working."
      />
    </>
  );
}

/** Says until when buyers can cancel, or that it is too late for that. Empty while the start is not typed. */
function describeLastTime(
  { start, days }: { start: string; days: string },
  timeZone: string,
  now: number,
): string {
  const starts = instantOf(start, timeZone);
  if (starts === null || !/^\s*\d{1,3}\s*$/.test(days)) return '';
  const until = findCancelUntil(starts, Number(days));
  if (Date.parse(until) <= now) return 'That time has passed, so nobody could cancel. Choose fewer days.';
  return `Until ${formatDate(until, timeZone)}, ${formatTime(until, timeZone)}.`;
}
