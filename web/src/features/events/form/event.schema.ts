import { eventForm, seatsOrNoLimit } from '@foyer/contract/event-form.ts';
import type { FoyerEvent } from '../events.api.ts';
import { endsTooEarly } from '../../../format/zoned-time.ts';

export const endTooEarly = 'End time must be after start time';

/**
 * What the event form must hold before it is sent, with the words for what is missing.
 * @param event the event that is changed: one without a limit may stay so; null for a new one
 */
export function makeEventSchema(event: Pick<FoyerEvent, 'max_attendees'> | null, timeZone: string) {
  const unlimited = event !== null && event.max_attendees === null;
  return eventForm
    .extend({ max_attendees: unlimited ? seatsOrNoLimit : eventForm.shape.max_attendees })
    .refine(({ start_time, end_time }) => !endsTooEarly(start_time, end_time, timeZone), {
      path: ['end_time'],
      error: endTooEarly,
    });
}
