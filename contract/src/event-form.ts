import { z } from 'zod';
import { newEvent } from './event-changes.ts';
import { eventStatus, eventType } from './events.ts';
import { httpUrl, line, moneyIn, optionalLine, text } from './fields.ts';
import { createTicketType } from './sales/ticket-types.ts';

const typedNumber = z
  .string()
  .trim()
  .transform((typed) => (typed === '' ? Number.NaN : Number(typed)));

const required = (message: string, max: number) => text(max).min(1, { error: message });

/** An empty field means no limit. */
const seatsOrNoLimit = z
  .string()
  .trim()
  .transform((typed) => (typed === '' ? null : Number(typed)))
  .pipe(newEvent.shape.max_attendees.unwrap());

/** An empty field means no limit. */
const numberOrNoLimit = <S extends z.ZodType<number | null, number | null>>(limit: S) =>
  z
    .string()
    .trim()
    .transform((typed) => (typed === '' ? null : Number(typed)))
    .pipe(limit);

const doors = numberOrNoLimit(newEvent.shape.doors_minutes.unwrap());
const age = numberOrNoLimit(newEvent.shape.age_limit.unwrap());

const typeBody = createTicketType.body.shape;

/** The id is empty for a ticket type that is not saved yet. */
const ticketTypeForm = z
  .object({
    id: z.string(),
    name: typeBody.name,
    description: text(2000),
    price: typedNumber.pipe(moneyIn),
    quantity: numberOrNoLimit(typeBody.quantity.unwrap()),
    sales_start: z.string(),
    sales_end: z.string(),
    min_per_order: typedNumber.pipe(typeBody.min_per_order.unwrap()),
    max_per_order: typedNumber.pipe(typeBody.max_per_order.unwrap()),
    max_per_buyer: numberOrNoLimit(typeBody.max_per_buyer.unwrap()),
    hidden: z.boolean(),
    paused: z.boolean(),
  })
  .refine(({ min_per_order, max_per_order }) => min_per_order <= max_per_order, {
    path: ['max_per_order'],
    error: 'Cannot be lower than the minimum',
  });

export type TicketTypeValues = z.input<typeof ticketTypeForm>;

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
  /** Empty when the event has a single ticket type and the organiser sets only its price. */
  ticket_types: z.array(ticketTypeForm),
  category: required('Event type is required', 100),
  event_img_url: z.literal('').or(httpUrl),
  is_public: z.boolean(),
  buyers_cancel: z.boolean(),
  /** Counts only if `buyers_cancel` is true. */
  refund_days: z.string(),
  allows_transfers: z.boolean(),
  asks_for_names: z.boolean(),
  /** Empty when the team does not say when the doors open. */
  doors_minutes: doors,
  /** Empty when there is no limit. */
  age_limit: age,
  line_up: text(2000),
  accessibility: text(2000),
  picture_x: z.number(),
  picture_y: z.number(),
  status: eventStatus,
});

export type EventFormValues = z.input<typeof eventForm>;

/** The administrators' form requires fewer fields, and also asks for the event type. */
export const adminEventForm = eventForm
  .omit({
    category: true,
    event_img_url: true,
    buyers_cancel: true,
    refund_days: true,
    allows_transfers: true,
    asks_for_names: true,
    picture_x: true,
    picture_y: true,
  })
  .extend({
    description: text(20_000),
    location: optionalLine(300),
    event_type: eventType,
  });

export type AdminEventValues = z.input<typeof adminEventForm>;
