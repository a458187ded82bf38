import { z } from 'zod';
import { out } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, timeOut, withExample } from '../fields.ts';
import { orderedEvent } from './orders.ts';

const ticketKeyHeader = z.object({
  'x-ticket-key': withExample(
    z.string().max(100, { error: 'This is not the key of a ticket' }).optional(),
    'pQ7vJ0c5mZ2k7VwN8rTb1gq3Jx0c5mZ2k7VwN8rTb1g',
    'The key of the ticket, from the address in the mail to the person who was given the ticket',
  ),
});

const heldTicket = z
  .object({
    id: out.ticketId,
    type_name: withExample(z.string(), 'Reduced'),
    attendee_name: withExample(z.string().nullable(), 'Ivo Marsh'),
    status: withExample(z.enum(['valid', 'used', 'cancelled', 'refunded']), 'valid'),
    used_at: withExample(timeOut.nullable(), null),
    transferred_at: timeOut,
    ticket_code: withExample(
      out.ticketCode.nullable(),
      'q3Jx0c5mZ2k7VwN8rTb1yA',
      'Null when the ticket has ended',
    ),
    short_code: withExample(
      z.string().nullable(),
      '4T7WQ2K9XM',
      'For typing at the door, like the ticket code',
    ),
    event: orderedEvent,
  })
  .meta({ id: 'HeldTicket' });

const whoHolds = 'For everybody with the key of the ticket. Everybody else gets a 404.';

export const getHeldTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id/held',
  access: 'any',
  who: whoHolds,
  summary: 'A ticket for the person who received it from its buyer, who may have no account',
  params: idParams,
  headers: ticketKeyHeader,
  answers: { 200: z.object({ ticket: heldTicket }) },
  refuses: ['ticket_not_found'],
});

export const printHeldTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id/held.pdf',
  access: 'any',
  who: whoHolds,
  summary: 'A valid or used ticket as a page to print, for the person who received it from its buyer',
  params: idParams,
  headers: ticketKeyHeader,
  answers: { 200: { file: 'application/pdf', description: 'The ticket as an A6 page, for download' } },
  refuses: ['ticket_not_found', 'ticket_cancelled', 'ticket_refunded', 'too_many_requests'],
});
