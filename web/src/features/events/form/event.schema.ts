import { eventForm } from '@foyer/contract/event-form.ts';
import { endsTooEarly } from '../../../format/zoned-time.ts';

export const endTooEarly = 'End time must be after start time';

interface EventTimes {
  start_time: string;
  end_time: string;
}

/** The arguments of `refine` for a form whose end must come after its start. */
export function endAfterStart(
  timeZone: string,
): [(times: EventTimes) => boolean, { path: string[]; error: string }] {
  return [
    ({ start_time, end_time }) => !endsTooEarly(start_time, end_time, timeZone),
    { path: ['end_time'], error: endTooEarly },
  ];
}

/** What the event form requires before it is sent, with the messages for missing and wrong values. */
export function makeEventSchema(timeZone: string) {
  return eventForm.refine(...endAfterStart(timeZone));
}
