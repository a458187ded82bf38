import { adminEventForm } from '@foyer/contract/event-form.ts';
import { endTooEarly } from '../../events/form/event.schema.ts';
import { endsTooEarly } from '../../../format/zoned-time.ts';

/** What an administrator's event must hold before it is sent, with the words for what is missing. */
export function makeAdminEventSchema(timeZone: string) {
  return adminEventForm.refine(({ start_time, end_time }) => !endsTooEarly(start_time, end_time, timeZone), {
    path: ['end_time'],
    error: endTooEarly,
  });
}
