import { eventForm } from '@foyer/contract/event-form.ts';
import { endsTooEarly } from '../../../format/zoned-time.ts';

export const endTooEarly = 'End time must be after start time';

interface EventTimes {
  start_time: string;
  end_time: string;
}

/** The arguments for Zod's `refine` that require the end of an event to be after its start. */
export function endAfterStart(
  timeZone: string,
): [(times: EventTimes) => boolean, { path: string[]; error: string }] {
  return [
    ({ start_time, end_time }) => !endsTooEarly(start_time, end_time, timeZone),
    { path: ['end_time'], error: endTooEarly },
  ];
}

/** The rules for the values of the event form, with the messages for missing and invalid values. */
export function makeEventSchema(timeZone: string) {
  return eventForm.refine(...endAfterStart(timeZone));
}
