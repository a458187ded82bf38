import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, idParams, moneyOut, success, timeOut } from './fields.ts';

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
