import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useSite } from '../../../layout/use-site.ts';
import { audiencesQuery } from '../events.audiences.api.ts';
import type { ViewedEvent } from '../events.api.ts';
import type { EventFormValues } from '../form/event-form-values.ts';
import { describeReaders, findToldChange } from './told-change.ts';

export interface ChangeNoticeProps {
  event: ViewedEvent;
  /** The values of the saved event. */
  saved: EventFormValues;
  control: Control<EventFormValues>;
  /** Whether the changes are for other events of the series as well. */
  inSeries: boolean;
  userId: number;
}

/** Says before saving that people with a ticket get an email about the new time or place. */
export function ChangeNotice({ event, saved, control, inSeries, userId }: ChangeNoticeProps) {
  const { timeZone } = useSite();
  const [now] = useState(Date.now);
  const [start_time, end_time, location, status] = useWatch({
    control,
    name: ['start_time', 'end_time', 'location', 'status'],
  });
  const change = findToldChange(saved, { start_time, end_time, location, status }, { timeZone, now });
  const mayHaveReaders = change !== null && (inSeries || event.attendee_count > 0);
  const { data, isPending } = useQuery({
    ...audiencesQuery(event.id, userId),
    enabled: mayHaveReaders && !inSeries,
  });
  const isShown = mayHaveReaders && (inSeries || (!isPending && data?.all !== 0));
  return (
    <div role="status">
      {isShown && (
        <p className="mt-4 rounded-xl bg-sunken px-4 py-3">
          {describeReaders(change, 'a few minutes after you save', { count: data?.all, inSeries })}
        </p>
      )}
    </div>
  );
}
