import { z } from 'zod';
import { out, sentence } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { eventStatus } from '../events.ts';
import { id, idParams, moneyOut, pageQuery, searchText, success, timeOut, withExample } from '../fields.ts';
import { orderedTicketStatus } from './ordered-tickets.ts';
import { orderStatus } from './orders.ts';

/**
 * How an order was made. `web`: with `POST /orders`. `older_api`: with a call that makes registrations.
 * `complimentary`: the team put the guest on the guest list.
 */
export const orderChannel = z.enum(['web', 'older_api', 'complimentary']);
export type OrderChannel = z.output<typeof orderChannel>;

const orderedType = z.object({
  name: withExample(z.string(), 'Reduced', 'The name of the ticket type when the tickets were sold'),
  quantity: withExample(z.int(), 2),
});

const listedOrder = z.object({
  number: out.orderNumber,
  status: withExample(orderStatus, 'confirmed'),
  buyer_name: withExample(
    z.string().nullable(),
    'Mara Ellis',
    'Null once the account of the buyer is deleted',
  ),
  buyer_email: out.attendeeEmail,
  placed_at: timeOut,
  ticket_count: withExample(z.int(), 2, 'How many tickets were ordered, also those that have ended'),
  types: z
    .array(orderedType)
    .meta({ description: 'The ordered tickets by their type, in the order of the names' }),
  total: withExample(moneyOut, 20, 'The price of all ordered tickets, in pounds'),
  refunded: withExample(moneyOut, 0, 'What went back to the buyer or is on its way, in pounds'),
  promo_code: withExample(z.string().nullable(), 'SPRING'),
  channel: withExample(orderChannel, 'web'),
  undelivered: withExample(
    z.boolean(),
    false,
    'Whether the mail with the tickets of this order did not reach its buyer',
  ),
});

const listedTicket = z.object({
  id: out.ticketId,
  place: withExample(z.int(), 1, 'The place of the order that the ticket is for'),
  attendee_name: withExample(z.string().nullable(), 'Ivo Marsh', 'Null without a name of its own'),
  status: withExample(orderedTicketStatus, 'valid'),
});

export const orderOfEvent = listedOrder
  .extend({
    tickets: z.array(listedTicket).meta({ description: 'The newest ticket of each place, by place' }),
  })
  .meta({ id: 'OrderOfEvent' });

const ownOrder = listedOrder
  .extend({
    event: z.object({
      id: out.eventId,
      title: out.eventTitle,
      start_time: out.startTime,
      end_time: out.endTime,
      location: out.eventLocation,
      status: withExample(eventStatus, 'published'),
      event_img_url: out.eventImage,
    }),
    hold_expires_at: withExample(
      timeOut.nullable(),
      null,
      'Until when the places are held for an order that is not paid; else null',
    ),
  })
  .meta({ id: 'OrderOfUser' });

const wrongStatus = { error: 'status can be held, confirmed, expired or cancelled, or left out' };
const wrongChannel = { error: 'channel can be web, older_api or complimentary, or left out' };

const filters = {
  search: withExample(
    searchText(200),
    'ellis',
    'Words of which each must begin a word in the number of the order, in the name or email address of its buyer, or in those of one attendee',
  ).optional(),
  status: withExample(z.enum(orderStatus.options, wrongStatus), 'confirmed').optional(),
  ticket_type_id: withExample(id, 64, 'Only orders with a ticket of this type').optional(),
  channel: withExample(z.enum(orderChannel.options, wrongChannel), 'web').optional(),
};

const counts = { total_orders: out.count, total_pages: out.count };

const who = "For members of the event's team, and for site administrators.";

export const listEventOrders = endpoint({
  method: 'GET',
  path: '/events/:id/orders',
  access: 'team',
  who,
  summary: 'The orders of an event, newest first, or those that match a search or a filter',
  params: idParams,
  query: z.object({ ...pageQuery, ...filters }),
  answers: { 200: z.object({ orders: z.array(orderOfEvent), ...counts }) },
  refuses: ['event_not_found'],
});

export const exportEventOrders = endpoint({
  method: 'GET',
  path: '/events/:id/orders.csv',
  access: 'team',
  who,
  summary: 'The orders of an event as a table for spreadsheets, with one line for each ticket',
  params: idParams,
  query: z.object(filters),
  answers: {
    200: {
      file: 'text/csv; charset=utf-8',
      description: 'The table, for download. A spreadsheet runs none of its cells as a formula',
    },
  },
  refuses: ['event_not_found', 'too_many_requests'],
});

export const listUserOrders = endpoint({
  method: 'GET',
  path: '/users/:id/orders',
  access: 'self',
  summary: "A user's orders with their events, newest first",
  params: idParams,
  query: z.object(pageQuery),
  answers: {
    200: z.object({
      orders: z.array(ownOrder),
      ...counts,
      claimable_orders: withExample(
        z.int(),
        0,
        'How many orders the user made as a guest with the email address that is now verified, and can claim. 0 for everybody but the user',
      ),
    }),
  },
  refuses: ['user_not_found'],
});

export const claimOrders = endpoint({
  method: 'POST',
  path: '/users/:id/orders/claim',
  access: 'self',
  who: 'For the user concerned only.',
  summary:
    "Move the orders that guests made with the user's verified email address into the account. The links in their mails go on working. Orders that are not paid for stay with the guest",
  params: idParams,
  answers: {
    200: z.object({
      status: success,
      msg: sentence('2 orders are in your account now'),
      claimed: withExample(z.int(), 2, 'How many orders were moved; 0 when there are none'),
    }),
  },
  refuses: ['forbidden', 'email_not_verified', 'user_not_found'],
});
