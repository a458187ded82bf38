import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, moneyOut, pageQuery, success, timeOut } from './fields.ts';

export const ticketStatus = z.enum(['valid', 'used', 'cancelled', 'refunded']);

export const ticket = z.object({
  id: z.int(),
  event_id: z.int(),
  user_id: z.int(),
  registration_id: z.int(),
  ticket_code: z.string(),
  paid: z.boolean(),
  status: ticketStatus,
  issued_at: timeOut,
  used_at: timeOut.nullable(),
  price: moneyOut,
  event_title: z.string(),
  start_time: timeOut,
  end_time: timeOut,
  location: z.string().nullable(),
  username: z.string(),
  email: z.string(),
});

export const listTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  access: 'admin',
  summary: 'All tickets, newest first',
  query: z.object(pageQuery),
  answers: {
    200: z.object({ tickets: z.array(ticket), total_tickets: z.int(), total_pages: z.int() }),
  },
});

export const getTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id',
  access: 'self',
  summary: "One ticket, for its holder and the event's team",
  params: idParams,
  answers: { 200: z.object({ ticket }) },
  refuses: ['ticket_not_found'],
});

export const listUserTickets = endpoint({
  method: 'GET',
  path: '/tickets/user/:userId',
  access: 'self',
  summary: "A user's tickets, soonest event first",
  params: z.object({ userId: id }),
  answers: { 200: z.object({ tickets: z.array(ticket) }) },
  refuses: ['user_not_found'],
});

export const listUserEventTickets = endpoint({
  method: 'GET',
  path: '/tickets/user/:userId/event/:eventId',
  access: 'self',
  summary: 'Whether the user has paid for the event, and their tickets for it',
  params: z.object({ userId: id, eventId: id }),
  answers: { 200: z.object({ hasUserPaid: z.boolean(), tickets: z.array(ticket) }) },
  refuses: ['user_not_found', 'event_not_found'],
});

export const listEventTickets = endpoint({
  method: 'GET',
  path: '/tickets/event/:eventId',
  access: 'team',
  summary: "An event's tickets, in the order they were issued",
  params: z.object({ eventId: id }),
  answers: { 200: z.object({ tickets: z.array(ticket) }) },
  refuses: ['event_not_found'],
});

const ticketCode = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, { error: 'This is not a ticket code' });

export const verifyTicket = endpoint({
  method: 'GET',
  path: '/tickets/verify/:code',
  access: 'self',
  summary: 'Whether a ticket would be let in; changes nothing',
  params: z.object({ code: ticketCode }),
  answers: { 200: z.object({ status: success, msg: z.string(), ticket }) },
  refuses: ['ticket_not_found', 'ticket_used', 'ticket_cancelled', 'ticket_refunded', 'event_ended'],
});

export const useTicket = endpoint({
  method: 'POST',
  path: '/tickets/use/:codeOrId',
  access: 'team',
  summary: 'Check a ticket in at the door; of two scanners exactly one wins',
  params: z.object({ codeOrId: z.union([id, ticketCode]) }),
  answers: { 200: z.object({ status: success, msg: z.string(), ticket }) },
  refuses: ['ticket_not_found', 'ticket_used', 'ticket_cancelled', 'ticket_refunded', 'event_ended'],
});

const oneTicket = z.object({ status: success, msg: z.string(), ticket });

export const createTicket = endpoint({
  method: 'POST',
  path: '/tickets',
  access: 'team',
  summary: 'Give somebody a complimentary ticket; it takes a seat like any other',
  body: z.object({ event_id: id, user_id: id, registration_id: id.optional() }),
  answers: { 201: oneTicket },
  refuses: [
    'event_not_found',
    'user_not_found',
    'registration_not_found',
    'ticket_exists',
    'event_sold_out',
    'event_not_published',
    'event_started',
    'event_ended',
  ],
});

export const updateTicket = endpoint({
  method: 'PATCH',
  path: '/tickets/:id',
  access: 'team',
  summary: 'Check in (used), undo a check-in (valid), or cancel a ticket that was not paid for',
  params: idParams,
  body: z.object({ status: ticketStatus }),
  answers: { 200: oneTicket },
  refuses: ['ticket_not_found', 'ticket_paid', 'ticket_used', 'ticket_not_live', 'event_ended'],
});

export const deleteTicket = endpoint({
  method: 'DELETE',
  path: '/tickets/:id',
  access: 'team',
  summary: 'Delete a ticket that is not paid, or refunded, and give its seat back',
  params: idParams,
  answers: { 204: null },
  refuses: ['ticket_not_found', 'ticket_paid', 'ticket_used'],
});
