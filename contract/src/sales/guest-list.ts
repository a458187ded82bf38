import { z } from 'zod';
import { sentence } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { email, id, idParams, personName, success, wholeNumber, withExample } from '../fields.ts';
import { orderOfEvent } from './order-lists.ts';
import { idempotencyKey, maxTickets, saleRefusals } from './orders.ts';

/** The most guests in one request. The limit on mails to strangers allows no more in an hour. */
export const maxGuests = 30;

const guest = z.object({
  name: withExample(personName, 'Ivo Marsh'),
  email,
  quantity: withExample(wholeNumber('Quantity', { most: maxTickets }), 2, '1 by default').optional(),
});

const guests = z
  .array(guest)
  .min(1, { error: 'Name at least one guest' })
  .max(maxGuests, { error: `Name at most ${maxGuests} guests at a time` })
  .refine((list) => new Set(list.map((one) => one.email.toLowerCase())).size === list.length, {
    error: 'Name each email address only once',
  })
  .refine((list) => list.reduce((sum, { quantity = 1 }) => sum + quantity, 0) <= maxTickets, {
    error: `Give at most ${maxTickets} tickets at a time`,
  });

const issued = z.object({
  status: success,
  msg: sentence('Your guests get their tickets by email'),
  orders: z.array(orderOfEvent).meta({ description: 'One order for each guest, in the order of the guests' }),
});

export const createComplimentaryTickets = endpoint({
  method: 'POST',
  path: '/events/:id/complimentary-tickets',
  access: 'team',
  who: "For a team_admin or event_manager of the event's team, and for site administrators.",
  summary:
    'Put people on the guest list, who need no account: each gets a free order and a mail with the tickets, or nobody does',
  params: idParams,
  headers: z.object({
    'idempotency-key': withExample(
      idempotencyKey,
      '2f1c2b0e-7a55-4a0a-8e0c-2f6f7f0c1d11',
      'A random word for this guest list. Sending the same list with the same key again gives no second tickets',
    ),
  }),
  body: z.object({ ticket_type_id: id, guests }),
  answers: {
    201: issued,
    200: issued.meta({ description: 'The orders that this Idempotency-Key created before' }),
  },
  refuses: [
    'forbidden',
    'email_not_verified',
    'event_not_found',
    'ticket_type_not_found',
    ...saleRefusals,
    'idempotency_key_reused',
    'too_many_requests',
  ],
});
