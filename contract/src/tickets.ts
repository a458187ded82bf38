import { z } from 'zod';
import { out, sentence } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { eventStatus } from './events.ts';
import { id, idParams, moneyOut, pageQuery, reason, withExample, success, text, timeOut } from './fields.ts';

export const ticketStatus = z.enum(['valid', 'used', 'cancelled', 'refunded']);

export const ticket = z
  .object({
    id: out.ticketId,
    event_id: out.eventId,
    user_id: withExample(z.int().nullable(), 7, 'Null when a guest bought the ticket'),
    registration_id: out.registrationId,
    order_number: out.orderNumber,
    type_name: withExample(z.string(), 'Reduced', 'The name of the ticket type when the ticket was sold'),
    attendee_name: withExample(z.string().nullable(), 'Mara Ellis', 'Who the ticket is for'),
    ticket_code: out.ticketCode,
    short_code: out.shortCode,
    paid: z.boolean(),
    disputed: out.disputed,
    refund_pending: out.refundPending,
    status: ticketStatus,
    issued_at: timeOut,
    used_at: withExample(timeOut.nullable(), null),
    price: moneyOut,
    event_title: out.eventTitle,
    event_status: withExample(
      eventStatus,
      'published',
      'A ticket for a cancelled event cannot be checked in, even when it is valid',
    ),
    start_time: out.startTime,
    end_time: out.endTime,
    location: out.eventLocation,
    username: withExample(z.string(), 'mara.ellis', 'The name of the buyer, when a guest bought the ticket'),
    email: out.attendeeEmail,
  })
  .meta({ id: 'Ticket' });

/** A ticket in the list of its holder, with what its stub shows of the event. */
const ownTicket = ticket.extend({
  event_img_url: out.eventImage,
  event_category: withExample(z.string().nullable(), 'Music'),
});

const usedTicket = ticket.extend({
  status: withExample(ticketStatus, 'used'),
  used_at: withExample(timeOut.nullable(), '2031-11-20T18:12:00.000Z'),
});

export const listTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  access: 'admin',
  summary: 'All tickets, newest first',
  query: z.object(pageQuery),
  answers: {
    200: z.object({ tickets: z.array(ticket), total_tickets: out.count, total_pages: out.count }),
  },
});

export const getTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id',
  access: 'self',
  who: "For its holder, every member of the event's team, and site administrators.",
  summary: 'One ticket',
  params: idParams,
  answers: { 200: z.object({ ticket }) },
  refuses: ['ticket_not_found'],
});

export const printTicket = endpoint({
  method: 'GET',
  path: '/tickets/:id/pdf',
  access: 'self',
  who: "For its holder, every member of the event's team, and site administrators.",
  summary: 'One valid or used ticket as a page to print',
  params: idParams,
  answers: {
    200: { file: 'application/pdf', description: 'The ticket as an A6 page, for download' },
  },
  refuses: ['ticket_not_found', 'ticket_cancelled', 'ticket_refunded', 'too_many_requests'],
});

export const listUserTickets = endpoint({
  method: 'GET',
  path: '/tickets/user/:userId',
  access: 'self',
  summary: "A user's tickets, soonest event first",
  params: z.object({ userId: id }),
  answers: { 200: z.object({ tickets: z.array(ownTicket) }) },
  refuses: ['user_not_found'],
});

export const listUserEventTickets = endpoint({
  method: 'GET',
  path: '/tickets/user/:userId/event/:eventId',
  access: 'self',
  who: "For the user concerned, every member of the event's team, and site administrators.",
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

export const ticketCode = withExample(
  z.string().regex(/^[A-Za-z0-9_-]{16,64}$/, { error: 'This is not a ticket code' }),
  'q3Jx0c5mZ2k7VwN8rTb1yA',
);

export const shortCode = withExample(
  z
    .string()
    .regex(/^[0-9A-Za-z](?:[ -]?[0-9A-Za-z]){9}$/)
    .transform(readShortCode),
  '4T7WQ 2K9XM',
);

/**
 * Accepts upper and lower case, spaces and hyphens. No short code contains O, I or L, because these
 * letters look like digits.
 */
function readShortCode(typed: string): string {
  return typed.toUpperCase().replace(/[ -]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}

export const wrongCode = { error: 'This is not a ticket code' };

/** A ticket id of ten digits would be read as a short code, but no site has a billion tickets. */
const codeOrId = z.union([shortCode, id, ticketCode], wrongCode);

/** Why the door does not admit the holder of a ticket. */
const entryRefusals = [
  'ticket_not_found',
  'ticket_code_replaced',
  'ticket_used',
  'ticket_cancelled',
  'ticket_refunded',
  'event_cancelled',
  'event_ended',
  'too_many_requests',
] as const;

export const verifyTicket = endpoint({
  method: 'GET',
  path: '/tickets/verify/:code',
  access: 'self',
  who: "For its holder, every member of the event's team, and site administrators.",
  summary: 'Whether a ticket could be checked in now; changes nothing',
  params: z.object({ code: z.union([shortCode, ticketCode], wrongCode) }),
  answers: { 200: z.object({ status: success, msg: sentence('Ticket is valid'), ticket }) },
  refuses: entryRefusals,
});

export const useTicket = endpoint({
  method: 'POST',
  path: '/tickets/use/:codeOrId',
  access: 'team',
  summary: 'Check a ticket in at the door; when two scanners try at once, exactly one succeeds',
  params: z.object({ codeOrId }),
  answers: {
    200: z.object({ status: success, msg: sentence('Ticket marked as used'), ticket: usedTicket }),
  },
  refuses: entryRefusals,
});

export const useOrder = endpoint({
  method: 'POST',
  path: '/tickets/use/:codeOrId/order',
  access: 'team',
  summary:
    'Check in a group: this ticket, and the other valid tickets of its order that were not given to somebody else. Refused like the check-in of this ticket alone, and then nobody is checked in. A ticket that was given to somebody else is checked in alone',
  params: z.object({ codeOrId }),
  answers: {
    200: z.object({
      status: success,
      msg: sentence('2 tickets marked as used'),
      tickets: z.array(usedTicket).meta({ description: 'The tickets that this call checked in' }),
    }),
  },
  refuses: entryRefusals,
});

/** The person who gets a ticket: the user with this id, or the user whose username or email address is `name`. */
type Recipient = { user_id: number; name?: undefined } | { user_id?: undefined; name: string };

const newTicket = z
  .object({
    event_id: id,
    user_id: withExample(id, 7).optional(),
    username: withExample(text(254), 'mara.ellis', 'Instead of user_id').optional(),
    email: withExample(text(254), 'mara@example.org', 'Instead of user_id').optional(),
    registration_id: withExample(id, 512).optional(),
  })
  .superRefine(
    (fields, context) => {
      if (fields.user_id ?? (fields.username || fields.email)) return;
      context.addIssue({ code: 'custom', path: ['user_id'], message: 'User id is required' });
    },
    // Zod skips this check if a field is wrong. Run the check anyway, so that one answer names every wrong field.
    { when: ({ value }) => value instanceof Object },
  )
  .transform(({ user_id, username, email, ...place }) => {
    const who: Recipient = user_id === undefined ? { name: username || email || '' } : { user_id };
    return { ...place, who };
  })
  .meta({ examples: [{ event_id: 42, username: 'mara.ellis' }] });

export const createTicket = endpoint({
  method: 'POST',
  path: '/tickets',
  access: 'team',
  who: "For a team_admin or event_manager of the event's team, and for site administrators.",
  summary:
    'Issue a complimentary ticket to a user_id, username or email; it takes a seat like any other ticket',
  body: newTicket,
  answers: { 201: z.object({ status: success, msg: sentence('Ticket created successfully'), ticket }) },
  refuses: [
    'email_not_verified',
    'event_not_found',
    'user_not_found',
    'registration_not_found',
    'ticket_exists',
    'order_open',
    'too_many_requests',
    'event_sold_out',
    'event_not_published',
    'event_started',
    'event_ended',
    'choose_a_ticket_type',
    'too_many_for_buyer',
    'sales_paused',
    'sales_not_started',
    'sales_ended',
  ],
});

export const updateTicket = endpoint({
  method: 'PATCH',
  path: '/tickets/:id',
  access: 'team',
  who: "For a team_admin or event_manager of the event's team, and for site administrators.",
  summary:
    'Check a ticket in (used), undo a check-in (valid), or cancel a ticket that was not paid for (cancelled)',
  params: idParams,
  body: z.object({ status: withExample(ticketStatus, 'used'), reason: reason.optional() }),
  answers: {
    200: z.object({ status: success, msg: sentence('Ticket updated successfully'), ticket: usedTicket }),
  },
  refuses: [
    'ticket_not_found',
    'ticket_paid',
    'ticket_not_paid',
    'ticket_used',
    'ticket_not_live',
    'event_cancelled',
    'event_ended',
    'too_many_requests',
  ],
});

export const deleteTicket = endpoint({
  method: 'DELETE',
  path: '/tickets/:id',
  access: 'team',
  who: "For a team_admin of the event's team, and for site administrators.",
  summary: 'Delete an unpaid or refunded ticket and free its seat',
  params: idParams,
  answers: { 204: null },
  refuses: ['ticket_not_found', 'ticket_paid', 'ticket_used'],
});
