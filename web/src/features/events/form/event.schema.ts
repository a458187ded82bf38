import type { RefinementCtx } from 'zod';
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

interface TypedTicketType {
  name: string;
  sales_start: string;
  sales_end: string;
}

/**
 * Returns a check for Zod's `superRefine`: no two ticket types may have the same name, and sales must end after
 * they start.
 */
export function checkTicketTypes(timeZone: string) {
  return ({ ticket_types: types }: { ticket_types: TypedTicketType[] }, context: RefinementCtx): void => {
    for (const [index, { name, sales_start, sales_end }] of types.entries()) {
      const fault = (field: keyof TypedTicketType, message: string) =>
        context.addIssue({ code: 'custom', path: ['ticket_types', index, field], message });
      const isTaken = types.slice(0, index).some((other) => other.name.toLowerCase() === name.toLowerCase());
      if (isTaken) fault('name', 'Another ticket type has this name');
      if (endsTooEarly(sales_start, sales_end, timeZone)) fault('sales_end', 'Must be after the start');
    }
  };
}

/** Requires a number of days only if buyers can cancel at all. For Zod's `superRefine`. */
function checkRefundDays(
  { buyers_cancel, refund_days }: { buyers_cancel: boolean; refund_days: string },
  context: RefinementCtx,
): void {
  if (!buyers_cancel || (/^\s*\d{1,3}\s*$/.test(refund_days) && Number(refund_days) <= 365)) return;
  context.addIssue({ code: 'custom', path: ['refund_days'], message: 'Choose from 0 to 365 days' });
}

export function makeEventSchema(timeZone: string) {
  return eventForm
    .refine(...endAfterStart(timeZone))
    .superRefine(checkTicketTypes(timeZone))
    .superRefine(checkRefundDays);
}
