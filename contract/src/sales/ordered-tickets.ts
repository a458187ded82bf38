import { z } from 'zod';
import { out } from '../answer-fields.ts';
import { moneyOut, timeOut, withExample } from '../fields.ts';

/** `held` and `expired`: the ticket was never issued, and has no ticket code. */
export const orderedTicketStatus = z.enum(['held', 'valid', 'used', 'cancelled', 'refunded', 'expired']);

export const orderedTicket = z
  .object({
    id: out.ticketId,
    place: withExample(
      z.int(),
      1,
      'The place of the order that the ticket is for. A place that was bought again has several tickets, and the last counts',
    ),
    ticket_type_id: withExample(z.int(), 64),
    type_name: withExample(z.string(), 'Reduced', 'The name of the ticket type when the ticket was sold'),
    attendee_name: withExample(z.string().nullable(), 'Mara Ellis'),
    attendee_email: withExample(z.string().nullable(), null, 'Null when the buyer gets the ticket'),
    list_price: moneyOut,
    discount: withExample(moneyOut, 2.5),
    price: withExample(moneyOut, 10),
    status: withExample(orderedTicketStatus, 'valid'),
    used_at: withExample(
      timeOut.nullable(),
      null,
      "When the ticket was checked in. Only for the event's team and site administrators, and null unless the ticket is used",
    ),
    transferred_at: withExample(
      timeOut.nullable(),
      null,
      'When the buyer gave the ticket to somebody else. Only the new holder gets its codes',
    ),
    undelivered: withExample(
      z.boolean(),
      false,
      'Whether the new holder’s mail server refused the mail with the ticket. The buyer can then give the ticket to somebody again. Only for the buyer and the holder of the key',
    ),
    ticket_code: withExample(
      out.ticketCode.nullable(),
      'q3Jx0c5mZ2k7VwN8rTb1yA',
      'Only for the buyer and the holder of the key. Null unless the ticket is valid or used',
    ),
    short_code: withExample(
      z.string().nullable(),
      '4T7WQ2K9XM',
      'For typing at the door, like the ticket code',
    ),
  })
  .meta({ id: 'OrderedTicket' });
