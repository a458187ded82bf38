import { eventForm } from '@foyer/contract/event-form.ts';
import { endsTooEarly } from '../../../format/zoned-time.ts';

export const endTooEarly = 'End time must be after start time';

/** What the event form requires before it is sent, with the messages for missing and wrong values. */
export function makeEventSchema(timeZone: string) {
  return eventForm.refine(({ start_time, end_time }) => !endsTooEarly(start_time, end_time, timeZone), {
    path: ['end_time'],
    error: endTooEarly,
  });
}
