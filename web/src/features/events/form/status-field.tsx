import { useState } from 'react';
import { type Control, Controller, useWatch } from 'react-hook-form';
import { hasPassed } from '../../../format/zoned-time.ts';
import { useSite } from '../../../layout/use-site.ts';
import { FieldError } from '../../../ui/forms/field.tsx';
import { RadioCards, type RadioCardsProps } from '../../../ui/forms/radio-cards.tsx';
import type { ViewedEvent } from '../events.api.ts';
import type { EventFormValues } from './event-form-values.ts';

type Status = EventFormValues['status'];
type StatusOption = RadioCardsProps<Status>['options'][number];

/** What each choice does to an event with the status of the key. */
const hints: Record<Status, Record<Status, string | null>> = {
  draft: {
    draft: 'Attendees do not see it until you publish it.',
    published: 'Open for registration at once.',
    cancelled: null,
  },
  published: {
    draft: 'Only your team sees it. Not possible while people have places.',
    published: 'It is published now, and stays so.',
    cancelled: 'All attendees are told by email, and paid tickets are refunded.',
  },
  cancelled: {
    draft: 'Only your team sees it. Not possible while people have places.',
    published: 'It takes place after all. The remaining attendees are told by email.',
    cancelled: 'Shown as cancelled, closed for registration.',
  },
};

/**
 * Offers draft and published. A third choice, cancelled, is offered only for published and cancelled events. It names
 * a state, because "Cancel Event" would be read as the button Cancel, which leaves the form.
 */
export function StatusField({
  control,
  event,
}: {
  control: Control<EventFormValues>;
  event: ViewedEvent | null;
}) {
  const words = hints[event?.status ?? 'draft'];
  const options: StatusOption[] = [
    { id: 'draft', label: 'Save as Draft', hint: words.draft },
    { id: 'published', label: 'Publish Now', hint: words.published },
  ];
  if (canBeCancelled(event)) options.push({ id: 'cancelled', label: 'Cancelled', hint: words.cancelled });
  return (
    <div>
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
    </div>
  );
}

function canBeCancelled(event: ViewedEvent | null): boolean {
  return event?.status === 'cancelled' || (event?.status === 'published' && !!event.viewer?.can_cancel);
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
        <p className="mt-5 rounded-lg bg-warn-wash px-4 py-3 font-medium text-warn">
          This event has already {isOver ? 'ended' : 'started'}. People will not be able to register.
        </p>
      )}
    </div>
  );
}
