import { z } from 'zod';
import { out, sentence } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { email, id, idParams, personName, success, withExample } from '../fields.ts';
import { idempotencyKey, keyHeader, maxTickets, order, orderParams, orderStatus } from './orders.ts';

const wrongSession = { error: 'This is not the id of a payment session' };

export const getOrderState = endpoint({
  method: 'GET',
  path: '/orders/:number/state',
  access: 'any',
  who: 'For everybody who comes back from the payment page of the order, and for all who may see the order. Everybody else gets a 404.',
  summary:
    'Whether an order is paid, without its tickets: a guest who pays in another browser has no key there, and gets the tickets by mail',
  params: orderParams,
  headers: keyHeader,
  query: z.object({
    session_id: withExample(
      z
        .string(wrongSession)
        .regex(/^[\w-]{1,200}$/, wrongSession)
        .optional(),
      'cs_test_a1B2c3D4e5F6',
      'The id of the payment session of this order',
    ),
  }),
  answers: { 200: z.object({ number: out.orderNumber, status: withExample(orderStatus, 'confirmed') }) },
  refuses: ['order_not_found'],
});

const ticketChange = z
  .object({
    id,
    name: withExample(personName, 'Ivo Marsh').optional(),
    email: email.nullable().optional().meta({ description: 'With null, the buyer gets the ticket' }),
  })
  .refine(({ name, email: address }) => name !== undefined || address !== undefined, {
    error: 'Give a name or an email',
  });

export const updateOrder = endpoint({
  method: 'PATCH',
  path: '/orders/:number',
  access: 'any',
  who: 'For its buyer, everybody with its key, and site administrators.',
  summary:
    'Change who tickets are for, until they are used. The code of a ticket stays the same; to give it to somebody else for good, transfer it',
  params: orderParams,
  headers: keyHeader,
  body: z.object({
    tickets: z
      .array(ticketChange)
      .min(1, { error: 'Choose at least one ticket' })
      .max(maxTickets, { error: `Choose at most ${maxTickets} tickets` })
      .refine((list) => new Set(list.map((one) => one.id)).size === list.length, {
        error: 'Name each ticket only once',
      }),
  }),
  answers: { 200: z.object({ status: success, msg: sentence('The tickets were changed'), order }) },
  refuses: [
    'forbidden',
    'order_not_found',
    'ticket_not_found',
    'ticket_not_live',
    'ticket_used',
    'ticket_transferred',
    'event_ended',
    'too_many_requests',
  ],
});

export const resendOrder = endpoint({
  method: 'POST',
  path: '/orders/:number/resend',
  access: 'any',
  who: "For its buyer, everybody with its key, members of the event's team, and site administrators.",
  summary: 'Send the mail with all tickets of an order to its buyer again',
  params: orderParams,
  headers: keyHeader,
  answers: { 200: z.object({ status: success, msg: sentence('The mail is on its way') }) },
  refuses: ['order_not_found', 'order_not_confirmed', 'too_many_requests'],
});

export const getReceipt = endpoint({
  method: 'GET',
  path: '/orders/:number/receipt.pdf',
  access: 'any',
  who: "For its buyer, everybody with its key, members of the event's team, and site administrators. Everybody else gets a 404.",
  summary: 'The receipt of a confirmed order, with its payment and refunds',
  params: orderParams,
  headers: keyHeader,
  answers: { 200: { file: 'application/pdf', description: 'The receipt as an A4 page, for download' } },
  refuses: ['order_not_found', 'order_not_confirmed', 'too_many_requests'],
});

export const printOrderedTicket = endpoint({
  method: 'GET',
  path: '/orders/:number/tickets/:id/pdf',
  access: 'any',
  who: "For its buyer, and everybody with its key. Members of the event's team and site administrators get a 403, everybody else gets a 404.",
  summary: 'One valid or used ticket of an order as a page to print, unless the buyer has given it away',
  params: orderParams.extend({ id }),
  headers: keyHeader,
  answers: { 200: { file: 'application/pdf', description: 'The ticket as an A6 page, for download' } },
  refuses: [
    'forbidden',
    'order_not_found',
    'order_not_confirmed',
    'ticket_not_found',
    'ticket_cancelled',
    'ticket_refunded',
    'ticket_transferred',
    'too_many_requests',
  ],
});

export const renewOrderLink = endpoint({
  method: 'POST',
  path: '/orders/:number/new-link',
  access: 'any',
  who: "For its buyer, everybody with its key, and site administrators. Members of the event's team get a 403, everybody else gets a 404.",
  summary:
    'End the key of a confirmed order, so that the links in earlier mails stop working, and mail the buyer a new link. The answer does not contain the new key',
  params: orderParams,
  headers: keyHeader,
  answers: { 200: z.object({ status: success, msg: sentence('The new link is on its way to the buyer') }) },
  refuses: ['forbidden', 'order_not_found', 'order_not_confirmed', 'too_many_requests'],
});

export const transferTicket = endpoint({
  method: 'POST',
  path: '/tickets/:id/transfer',
  access: 'any',
  who: "For the buyer of the ticket, and everybody with the key of its order. Members of the event's team get a 403, everybody else gets a 404.",
  summary:
    'Give a ticket to somebody else, until the event starts. The new holder gets new codes by mail, the old codes stop working, and the buyer can no longer cancel the ticket',
  params: idParams,
  headers: keyHeader.extend({
    'idempotency-key': withExample(
      idempotencyKey,
      '5b0e6a52-6a0c-4a7f-9d55-0f5ac4a1c7de',
      'A random word for this transfer. Sending the same transfer with the same key again changes nothing',
    ),
  }),
  body: z.object({
    name: withExample(personName, 'Ivo Marsh'),
    email,
  }),
  answers: { 200: z.object({ status: success, msg: sentence('The ticket belongs to Ivo Marsh now') }) },
  refuses: [
    'forbidden',
    'email_not_verified',
    'ticket_not_found',
    'ticket_not_live',
    'ticket_used',
    'ticket_transferred',
    'ticket_disputed',
    'transfers_off',
    'ticket_not_transferable',
    'event_cancelled',
    'event_started',
    'idempotency_key_reused',
    'too_many_requests',
  ],
});
