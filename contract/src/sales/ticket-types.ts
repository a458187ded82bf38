import { z } from 'zod';
import { sentence } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { keyQuery } from '../events.ts';
import {
  id,
  idParams,
  line,
  moneyIn,
  moneyOut,
  searchText,
  success,
  text,
  timeIn,
  timeOut,
  wholeNumber,
  withExample,
} from '../fields.ts';

/**
 * `not_yet`: sales have not started. `ended`: sales are over. `sold_out`: too few tickets are left. `all_reserved`: too
 * few tickets are left, but unpaid holds may end and free enough. `paused`: the organiser has paused sales.
 */
export const ticketTypeState = z.enum(['on_sale', 'not_yet', 'ended', 'sold_out', 'all_reserved', 'paused']);
export type TicketTypeState = z.output<typeof ticketTypeState>;

export const typeVisibility = z.enum(['public', 'hidden']);

const ticketType = z.object({
  id: withExample(z.int(), 64),
  name: withExample(z.string(), 'Reduced'),
  description: withExample(z.string().nullable(), 'For students and pensioners'),
  price: moneyOut,
  state: withExample(
    ticketTypeState,
    'on_sale',
    'all_reserved: every place is taken, but some are not paid for yet and may become free again',
  ),
  remaining: withExample(
    z.int().nullable(),
    4,
    'How many tickets are left, also counting the capacity of the event. Null when there is no limit. Callers who may not manage the event get null for 10 or more',
  ),
  min_per_order: withExample(z.int(), 1),
  max_per_order: withExample(z.int(), 10),
  sales_start: withExample(
    timeOut.nullable(),
    null,
    'Null when sales start as soon as the event is published',
  ),
  sales_end: withExample(timeOut.nullable(), null, 'Null when sales end with the start of the event'),
});

const managed = {
  visibility: withExample(typeVisibility, 'public'),
  quantity: withExample(z.int().nullable(), 40, 'Null when only the capacity of the event limits it'),
  sold: withExample(z.int(), 36, 'Tickets that are held, valid or used'),
  held: withExample(z.int(), 2, 'How many tickets of `sold` are held for their payment'),
  paused: withExample(z.boolean(), false),
  max_per_buyer: withExample(z.int().nullable(), null, 'Null when there is no limit'),
  position: withExample(z.int(), 0, 'The place in the list, counted from 0'),
};

const managedType = ticketType.extend(managed).meta({ id: 'ManagedTicketType' });

const listedType = ticketType
  .extend({
    ...z.object(managed).partial().shape,
    takes_code: withExample(
      z.boolean(),
      true,
      'Whether the promo code of the request is for this type. Left out without a code that works now',
    ).optional(),
    price_with_code: withExample(
      moneyOut,
      10,
      'What one ticket costs with the promo code of the request. Left out when the code changes nothing',
    ).optional(),
  })
  .meta({ id: 'TicketType' });

const typeFields = {
  name: withExample(line({ required: 'Name is required', max: 100 }), 'Reduced'),
  description: withExample(text(2000), 'For students and pensioners').nullable(),
  price: moneyIn,
  quantity: withExample(
    wholeNumber('Quantity', { most: 1_000_000 }),
    40,
    'Null: only the capacity of the event limits it',
  ).nullable(),
  sales_start: withExample(timeIn('Sales start'), '2031-10-01T09:00:00.000Z').nullable(),
  sales_end: withExample(timeIn('Sales end'), '2031-11-20T18:00:00.000Z').nullable(),
  min_per_order: withExample(wholeNumber('The fewest tickets per order', { most: 100 }), 1),
  max_per_order: withExample(wholeNumber('The most tickets per order', { most: 100 }), 10),
  max_per_buyer: withExample(wholeNumber('The most tickets per buyer', { most: 10_000 }), 4).nullable(),
  visibility: withExample(
    typeVisibility,
    'public',
    'Only those who manage the event see a hidden ticket type',
  ),
  paused: z.boolean(),
  position: withExample(
    wholeNumber('Position', { least: 0, most: 1000 }),
    0,
    'The place in the list, counted from 0; the other ticket types make room',
  ),
};

const typeParams = z.object({ id, typeId: id });

const who =
  'For a team_admin or event_manager of its team, its creator while a member of the team, and site administrators.';

/**
 * `applied`: the code lowers a price or unlocks a ticket type. Every other state is the reason why the code does
 * nothing.
 */
const shownCodeState = z.enum(['applied', 'unknown', 'ended', 'used_up', 'not_for_these']);

const shownCode = z
  .object({
    state: withExample(shownCodeState, 'applied'),
    percent: withExample(z.int().nullable(), 20, 'What the code takes off, unless it is null'),
    amount: withExample(
      moneyOut.nullable(),
      null,
      'What the code takes off the whole order, unless it is null',
    ),
  })
  .meta({ description: 'What the promo code of the request changes. Left out without a code' });

export const listTicketTypes = endpoint({
  method: 'GET',
  path: '/events/:id/ticket-types',
  access: 'any',
  summary:
    'The ticket types of an event, in the order of the organiser. Those who manage the event also get the hidden ones, and more about each',
  params: idParams,
  query: keyQuery.extend({
    code: withExample(
      searchText(40),
      'EARLYBIRD',
      'A promo code. The answer then also has the hidden ticket types that the code unlocks',
    ).optional(),
  }),
  answers: { 200: z.object({ ticket_types: z.array(listedType), promo: shownCode.optional() }) },
  refuses: ['event_not_found', 'too_many_requests'],
});

export const createTicketType = endpoint({
  method: 'POST',
  path: '/events/:id/ticket-types',
  access: 'team',
  who,
  summary: 'Add a ticket type to an event',
  params: idParams,
  body: z.object(typeFields).partial().extend({ name: typeFields.name, price: typeFields.price }),
  answers: {
    201: z.object({ status: success, msg: sentence('The ticket type was added'), ticket_type: managedType }),
  },
  refuses: ['event_not_found', 'ticket_type_name_taken', 'too_many_ticket_types'],
});

export const updateTicketType = endpoint({
  method: 'PATCH',
  path: '/events/:id/ticket-types/:typeId',
  access: 'team',
  who,
  summary: 'Change a ticket type of an event. Tickets that were sold keep their price and name',
  params: typeParams,
  body: z.object(typeFields).partial(),
  answers: {
    200: z.object({
      status: success,
      msg: sentence('The ticket type was changed'),
      ticket_type: managedType,
    }),
  },
  refuses: ['event_not_found', 'ticket_type_not_found', 'ticket_type_name_taken', 'quantity_below_sold'],
});

export const deleteTicketType = endpoint({
  method: 'DELETE',
  path: '/events/:id/ticket-types/:typeId',
  access: 'team',
  who,
  summary: 'End a ticket type of an event. Tickets that were sold stay valid',
  params: typeParams,
  answers: { 204: null },
  refuses: ['event_not_found', 'ticket_type_not_found', 'last_ticket_type'],
});
