import { z } from 'zod';
import { out } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { eventStatus, privateKey } from '../events.ts';
import { orderedTicket } from './ordered-tickets.ts';
import { refund, refundable } from './refunds.ts';
import { email, id, line, moneyOut, personName, timeOut, withExample } from '../fields.ts';

export const orderStatus = z.enum(['held', 'confirmed', 'expired', 'cancelled']);

/**
 * The event as the page of an order shows it. The order contains these fields because guests may not load a private
 * event.
 */
export const orderedEvent = z
  .object({
    id: out.eventId,
    title: out.eventTitle,
    start_time: out.startTime,
    end_time: out.endTime,
    doors_minutes: out.doorsMinutes,
    location: out.eventLocation,
    category: withExample(z.string().nullable(), 'Music', "The category's name"),
    event_img_url: out.eventImage,
    status: withExample(eventStatus, 'published'),
    is_public: z.boolean(),
    team_name: out.teamName.nullable(),
    team_contact_email: out.teamContact,
  })
  .meta({ id: 'OrderedEvent' });

export const order = z
  .object({
    number: out.orderNumber,
    event_id: out.eventId,
    event: orderedEvent,
    status: withExample(orderStatus, 'confirmed'),
    buyer_name: withExample(
      z.string().nullable(),
      'Mara Ellis',
      'Null once the account of the buyer is deleted',
    ),
    buyer_email: out.email.nullable(),
    subtotal: withExample(moneyOut, 25, 'The sum of the list prices, in pounds'),
    discount: withExample(moneyOut, 5),
    total: withExample(moneyOut, 20),
    currency: withExample(z.string(), 'gbp'),
    promo_code: withExample(z.string().nullable(), 'SPRING'),
    placed_at: timeOut,
    hold_expires_at: withExample(
      timeOut.nullable(),
      null,
      'Until when the places are held for an order that is not paid; else null',
    ),
    hold_seconds_left: withExample(
      z.int().min(0).nullable(),
      null,
      'The seconds until `hold_expires_at` when the server answered, for devices whose clock is wrong',
    ),
    may_extend: withExample(
      z.boolean(),
      false,
      'Whether the buyer can still take more time to pay, which is possible once',
    ),
    cancel_until: withExample(
      timeOut.nullable(),
      '2031-11-13T18:30:00.000Z',
      'Until when the buyer can cancel paid tickets and gets the money back, as promised when the order was placed. Null when the buyer cannot, and when the order costs nothing',
    ),
    allows_transfers: withExample(
      z.boolean(),
      true,
      'Whether the buyer may give tickets of this order to somebody else',
    ),
    tickets: z.array(orderedTicket),
    refunds: z.array(refund),
    refundable: refundable.optional(),
    paid: withExample(
      moneyOut,
      14,
      'What the buyer has paid in the end, in pounds: all payments of the order less the refunds that did not fail. A payment that the bank of the buyer took back counts for nothing. Only in an order with refunds',
    ).optional(),
    key: withExample(
      z.string(),
      'hX3vJ0c5mZ2k7VwN8rTb1gq3Jx0c5mZ2k7VwN8rTb1g',
      'Opens the order without an account. Only in the answer that a guest gets after ordering',
    ).optional(),
  })
  .meta({ id: 'Order' });

const quantity = z
  .number({ error: 'Quantity must be a whole number' })
  .int({ error: 'Quantity must be a whole number' })
  .min(1, { error: 'Quantity must be at least 1' })
  .max(100, { error: 'Quantity must be at most 100' });

const attendee = z.object({
  name: personName.optional(),
  email: email.optional().meta({ description: 'The attendee gets the ticket by mail' }),
});

const item = z
  .object({
    ticket_type_id: id,
    quantity: withExample(quantity, 2),
    attendees: z.array(attendee).optional().meta({
      description:
        'Who the tickets are for, in the order of the tickets. Without it, for the buyer. An event with `asks_for_names` requires a name for each ticket',
    }),
  })
  .refine((one) => (one.attendees?.length ?? 0) <= one.quantity, {
    path: ['attendees'],
    error: 'There are more attendees than tickets',
  });

export const maxTickets = 100;

const items = z
  .array(item)
  .min(1, { error: 'Choose at least one ticket' })
  .max(50, { error: 'Choose at most 50 types of tickets' })
  .refine((list) => list.reduce((sum, one) => sum + one.quantity, 0) <= maxTickets, {
    error: `An order can have at most ${maxTickets} tickets`,
  })
  .refine((list) => new Set(list.map((one) => one.ticket_type_id)).size === list.length, {
    error: 'Name each type of ticket only once',
  });

const wrongNumber = { error: 'This is not the number of an order' };

/** The number of an order as people type it, in upper or lower case. */
const orderNumber = z
  .string(wrongNumber)
  .trim()
  .regex(/^[0-9A-Za-z]{1,40}$/, wrongNumber)
  .transform((typed) => typed.toUpperCase());

const orderKey = withExample(
  z.string().max(100, { error: 'This is not the key of an order' }).optional(),
  'hX3vJ0c5mZ2k7VwN8rTb1gq3Jx0c5mZ2k7VwN8rTb1g',
  'The key of an order, for callers without an account',
);

export const keyHeader = z.object({ 'x-order-key': orderKey });

export const orderParams = z.object({ number: withExample(orderNumber, '7QK2M9XWTA') });

const promoCode = withExample(
  line({ required: 'Promo code is required', max: 40 }),
  'SPRING',
  'Read without regard to upper and lower case',
);

const wrongTotal = { error: 'The expected total must be an amount in pounds' };

const expectedTotal = z
  .number(wrongTotal)
  .min(0, wrongTotal)
  .max(10_000_000, wrongTotal)
  .transform((pounds) => Math.round(pounds * 100))
  .meta({
    examples: [20],
    description: 'In pounds: what the buyer was shown. The order is refused when it costs something else',
  });

const wrongKey = { error: 'Idempotency-Key must have 16 to 100 characters' };
export const idempotencyKey = z
  .string({ error: 'Idempotency-Key is required' })
  .min(16, wrongKey)
  .max(100, wrongKey)
  .regex(/^[\x21-\x7e]+$/, wrongKey);

const wrongDevice = { error: 'X-Device-Id must have 22 to 100 letters, digits, - or _' };

/** Why an event sells none of the wanted tickets. */
export const saleRefusals = [
  'event_sold_out',
  'not_enough_left',
  'too_few_tickets',
  'too_many_tickets',
  'too_many_for_buyer',
  'event_not_published',
  'event_started',
  'event_ended',
  'sales_paused',
  'sales_not_started',
  'sales_ended',
] as const;

export const createOrder = endpoint({
  method: 'POST',
  path: '/orders',
  access: 'any',
  who: 'For everybody. Without an access token, `buyer` and the header `X-Device-Id` are required.',
  summary:
    'Order tickets, all of them or none. If there is something to pay, the order keeps its places for a while and waits for its payment',
  headers: z.object({
    'idempotency-key': withExample(
      idempotencyKey,
      '5b0e6a52-6a0c-4a7f-9d55-0f5ac4a1c7de',
      'A random word for this order. Sending the same order with the same key again gives the same order, and no second one',
    ),
    'x-device-id': withExample(
      z
        .string()
        .regex(/^[\w-]{22,100}$/, wrongDevice)
        .optional(),
      'q3Jx0c5mZ2k7VwN8rTb1yA',
      "A random word that a guest's device keeps. Each device has at most one open order per event",
    ),
  }),
  body: z.object({
    event_id: id,
    items,
    promo_code: promoCode.optional(),
    buyer: z.object({ name: personName, email }).optional().meta({
      description:
        'Required for guests. An account orders under its own address, and keeps the name for its next orders',
    }),
    expected_total: expectedTotal.optional(),
    replaces: withExample(
      orderNumber,
      '7QK2M9XWTA',
      'The number of an own open order to give back. The new order keeps its places only as long as that order would have kept them without opening a payment page',
    ).optional(),
    key: privateKey.optional(),
  }),
  answers: {
    201: z.object({ order }),
    200: z.object({ order }).meta({ description: 'The order that this Idempotency-Key created before' }),
  },
  refuses: [
    'event_not_found',
    'ticket_type_not_found',
    'order_not_found',
    'promo_code_unknown',
    'promo_code_ended',
    'promo_code_used_up',
    'promo_code_not_for_these',
    ...saleRefusals,
    'price_changed',
    'order_open',
    'order_not_held',
    'too_late_to_replace',
    'idempotency_key_reused',
    'too_many_requests',
  ],
});

const whoOpens =
  "For its buyer, everybody with its key, members of the event's team, and site administrators. Everybody else gets a 404.";

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/:number',
  access: 'any',
  who: whoOpens,
  summary:
    'One order with its tickets. Only the buyer and the holder of its key see the codes of the tickets',
  params: orderParams,
  headers: keyHeader,
  answers: { 200: z.object({ order }) },
  refuses: ['order_not_found'],
});
