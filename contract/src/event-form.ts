import { z } from 'zod';
import { newEvent } from './event-changes.ts';
import { eventStatus, eventType } from './events.ts';
import { httpUrl, line, moneyIn, optionalLine, text } from './fields.ts';

const typedNumber = z
  .string()
  .trim()
  .transform((typed) => (typed === '' ? Number.NaN : Number(typed)));

const required = (message: string, max: number) => text(max).min(1, { error: message });

/** The highest number of attendees. An empty field means no limit. */
const seatsOrNoLimit = z
  .string()
  .trim()
  .transform((typed) => (typed === '' ? null : Number(typed)))
  .pipe(newEvent.shape.max_attendees.unwrap());

/**
 * An event as an organiser types it. Times are texts in local time, such as `2026-11-21T19:30`, and the price is a text
 * in pounds. The form requires more fields than the API does.
 */
export const eventForm = z.object({
  team_id: required('Team is required', 15),
  title: newEvent.shape.title,
  description: required('Description is required', 20_000),
  location: line({ required: 'Location is required', max: 300 }),
  start_time: required('Start time is required', 30),
  end_time: required('End time is required', 30),
  price: typedNumber.pipe(moneyIn),
  max_attendees: seatsOrNoLimit,
  category: required('Event type is required', 100),
  event_img_url: z.literal('').or(httpUrl),
  is_public: z.boolean(),
  status: eventStatus,
});

export type EventFormValues = z.input<typeof eventForm>;

/** The administrators' form requires fewer fields, and also asks for the event type. */
export const adminEventForm = eventForm.omit({ category: true, event_img_url: true }).extend({
  description: text(20_000),
  location: optionalLine(300),
  event_type: eventType,
});

export type AdminEventValues = z.input<typeof adminEventForm>;
