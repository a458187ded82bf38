import { useState } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { hasPassed } from '../../../format/zoned-time.ts';
import { useSite } from '../../../layout/use-site.ts';
import { FieldError } from '../../../ui/forms/field.tsx';
import { RadioCards, type RadioCardsProps } from '../../../ui/forms/radio-cards.tsx';
import type { ViewedEvent } from '../events.api.ts';
import type { EventFormValues } from './event-form-values.ts';

type StatusOption = RadioCardsProps<EventFormValues['status']>['options'][number];

/** Offers draft and published. A third choice, cancelled, is offered only for published and cancelled events. */
export function StatusField({
  control,
  event,
}: {
  control: Control<EventFormValues>;
  event: ViewedEvent | null;
}) {
  const options: StatusOption[] = [
    { id: 'draft', label: 'Save as Draft', hint: 'Attendees do not see it until you publish it.' },
    { id: 'published', label: 'Publish Now', hint: 'Open for registration at once.' },
    ...listCancelledOptions(event),
  ];
  return (
    <>
      <Controller
        control={control}
        name="status"
        render={({ field, fieldState: { error } }) => (
          <div className="grid gap-1.5">
            <RadioCards legend="Status" options={options} value={field.value} onChange={field.onChange} />
            <div role="alert">{error?.message && <FieldError>{error.message}</FieldError>}</div>
          </div>
        )}
      />
      <PastNote control={control} />
    </>
  );
}

function listCancelledOptions(event: ViewedEvent | null): StatusOption[] {
  if (event?.status === 'cancelled') {
    const hint = 'Shown as cancelled, closed for registration.';
    return [{ id: 'cancelled', label: 'Stay Cancelled', hint }];
  }
  if (event?.status !== 'published' || !event.viewer?.can_cancel) return [];
  const hint = 'All attendees are told by email, and paid tickets are refunded.';
  return [{ id: 'cancelled', label: 'Cancel Event', hint }];
}

/** Warns that nobody can register for an event that has started or ended. Publishing such an event is still allowed. */
function PastNote({ control }: { control: Control<EventFormValues> }) {
  const { timeZone } = useSite();
  const [openedAt] = useState(Date.now);
  const [status, start, end] = useWatch({ control, name: ['status', 'start_time', 'end_time'] });
  const isOver = hasPassed(openedAt, end, timeZone);
  return (
    <div role="status">
      {status === 'published' && (isOver || hasPassed(openedAt, start, timeZone)) && (
        <p className="rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">
          This event has already {isOver ? 'ended' : 'started'}. People will not be able to register.
        </p>
      )}
    </div>
  );
}
