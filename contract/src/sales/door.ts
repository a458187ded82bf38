import { z } from 'zod';
import { out, sentence } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParams, line, success, timeIn, timeOut, withExample } from '../fields.ts';
import { shortCode, ticketCode, ticketStatus, wrongCode } from '../tickets.ts';

const linkName = withExample(
  z.string(),
  'Gate A',
  'Shown in the list of links, and as the person who checked a ticket in',
);

const doorLink = z
  .object({
    id: withExample(z.int(), 4),
    name: linkName,
    created_at: timeOut,
    made_by: withExample(
      z.string().nullable(),
      'mara',
      'The username of the person who made the link; null when their account was deleted',
    ),
    works: withExample(
      z.boolean(),
      true,
      'False when the link was revoked, or when the person who made it may no longer check in tickets of the event',
    ),
    last_used_at: withExample(timeOut.nullable(), null, 'To the minute; null when nobody has used the link'),
    revoked_at: withExample(
      timeOut.nullable(),
      null,
      'When the team revoked the link, which then opens nothing',
    ),
  })
  .meta({ id: 'DoorLink' });

const opening = {
  opens_at: withExample(timeOut, '2031-11-20T06:30:00.000Z', '12 hours before the event starts'),
  closes_at: withExample(timeOut, '2031-11-21T03:00:00.000Z', '6 hours after the event ends'),
};

export const listDoorLinks = endpoint({
  method: 'GET',
  path: '/events/:id/door-links',
  access: 'team',
  who: "For members of the event's team, and for site administrators.",
  summary: "The links that let volunteers check in this event's tickets without an account, newest first",
  params: idParams,
  answers: { 200: z.object({ links: z.array(doorLink), ...opening }) },
  refuses: ['event_not_found'],
});

export const createDoorLink = endpoint({
  method: 'POST',
  path: '/events/:id/door-links',
  access: 'team',
  who: "For members of the event's team, and for site administrators.",
  summary: 'Make a link for volunteers. Only this answer contains its key, because Foyer stores a hash',
  params: idParams,
  body: z.object({ name: line({ required: 'Name is required', max: 40 }).meta({ examples: ['Gate A'] }) }),
  answers: {
    201: z.object({
      status: success,
      msg: sentence('The link was made'),
      link: doorLink,
      key: withExample(
        z.string(),
        '4-q3Jx0c5mZ2k7VwN8rTb1gpQ7vJ0c5mZ2k7VwN8rTb1g',
        'The key of the page `/door/{id}`, after `#key=` in its address',
      ),
    }),
  },
  refuses: ['event_not_found', 'too_many_door_links'],
});

export const revokeDoorLink = endpoint({
  method: 'DELETE',
  path: '/events/:id/door-links/:linkId',
  access: 'team',
  who: "For members of the event's team, and for site administrators.",
  summary: 'Revoke a link for volunteers. Its next request is refused',
  params: z.object({ id, linkId: id }),
  answers: { 204: null },
  refuses: ['event_not_found', 'door_link_not_found'],
});

const keyHeader = z.object({
  'x-door-key': withExample(
    z.string().max(100, { error: 'This is not the key of a door' }).optional(),
    '4-q3Jx0c5mZ2k7VwN8rTb1gpQ7vJ0c5mZ2k7VwN8rTb1g',
    'The key of a link for volunteers. With a key, the access token is ignored',
  ),
});

const whoChecksIn =
  "For volunteers with the key of a link for this event, from 12 hours before it starts until 6 hours after it ends; for members of the event's team, and for site administrators.";

/** What the door refuses before it looks at a ticket. */
const doorRefusals = [
  'no_token',
  'forbidden',
  'event_not_found',
  'door_link_ended',
  'door_link_closed',
  'too_many_requests',
] as const;

export const getDoor = endpoint({
  method: 'GET',
  path: '/events/:id/door',
  access: 'any',
  who: whoChecksIn,
  summary: 'What a door of an event needs to know, and how many people are in',
  params: idParams,
  headers: keyHeader,
  answers: {
    200: z.object({
      title: out.eventTitle,
      start_time: out.startTime,
      end_time: out.endTime,
      ...opening,
      link_name: linkName.nullable().meta({ description: 'Null for callers without a key' }),
      admitted: withExample(z.int(), 31, 'Used tickets'),
      expected: withExample(z.int(), 57, 'Valid and used tickets'),
    }),
  },
  refuses: doorRefusals,
});

const doorTicket = z
  .object({
    id: out.ticketId,
    name: withExample(z.string(), 'Mara Ellis', 'The attendee, or the buyer of a ticket without a name'),
    type_name: withExample(z.string(), 'Reduced'),
    order_number: out.orderNumber,
    status: ticketStatus,
    used_at: withExample(timeOut.nullable(), null),
    used_link: withExample(z.string().nullable(), null, 'The name of the link that checked the ticket in'),
    is_own: withExample(z.boolean(), false, 'Whether the caller checked the ticket in and may undo that'),
    is_transferred: withExample(
      z.boolean(),
      false,
      'Whether the buyer gave the ticket to somebody else, who comes without the others of the order',
    ),
  })
  .meta({ id: 'DoorTicket' });

const codeHash = withExample(
  z.string().regex(/^[0-9a-f]{32}$/, { error: 'This is not the hash of a ticket code' }),
  '9f86d081884c7d659a2feaa0c55ad015',
  'The first 16 bytes of the SHA-256 of the code in the QR code, in hexadecimal',
);

export const listDoorGuests = endpoint({
  method: 'GET',
  path: '/events/:id/door/guests',
  access: 'any',
  who: whoChecksIn,
  summary:
    'The issued tickets of an event by id, 1000 at a time, without addresses, prices and codes. Cancelled and refunded ones are among them, so that a device without a network can refuse them with the reason',
  params: idParams,
  query: z.object({ after: id.optional().meta({ description: 'Only tickets with a higher id' }) }),
  headers: keyHeader,
  answers: {
    200: z.object({
      guests: z.array(doorTicket.extend({ code_hash: codeHash })),
      is_last: withExample(z.boolean(), true, 'Whether no ticket follows'),
    }),
  },
  refuses: doorRefusals,
});

const mostScans = 100;

const scan = z
  .object({
    id: withExample(
      z
        .string()
        .regex(/^[\w-]{16,64}$/, { error: 'The id of a scan must have 16 to 64 letters, digits, - or _' }),
      '7d0c5f1e-6a52-4f0b-9b1d-3f2a8c9e4b10',
      'Chosen by the device. Repeating a scan with the same id changes nothing, and gets the first answer while it is true',
    ),
    code: z
      .union([shortCode, ticketCode], wrongCode)
      .optional()
      .meta({ description: 'The code of a QR code, or a short code' }),
    ticket_id: id.optional().meta({ description: 'Instead of the code, for a guest from the list' }),
    code_hash: codeHash
      .optional()
      .meta({ description: 'With `ticket_id`: the ticket must still have the code with this hash' }),
    scanned_at: timeIn('The time of the scan')
      .optional()
      .meta({ description: 'For scans that were kept without a network. A time to come counts as now' }),
  })
  .refine(({ code, ticket_id }) => (code === undefined) !== (ticket_id === undefined), {
    error: 'Send either a code or a ticket id',
    path: ['code'],
  })
  .meta({ examples: [{ id: '7d0c5f1e-6a52-4f0b-9b1d-3f2a8c9e4b10', code: '4T7WQ 2K9XM' }] });

/**
 * `too_early`: the ticket was scanned before the door opened. `check_in_undone`: this scan is a repetition, and its
 * check-in was undone. `scan_id_taken`: another ticket was scanned with the same id. The others are error codes.
 */
export const scanOutcome = z.enum([
  'admitted',
  'ticket_not_found',
  'other_event',
  'ticket_code_replaced',
  'ticket_used',
  'ticket_cancelled',
  'ticket_refunded',
  'event_cancelled',
  'event_ended',
  'too_early',
  'check_in_undone',
  'scan_id_taken',
  'too_many_requests',
]);
export type ScanOutcome = z.output<typeof scanOutcome>;

export const recordDoorScans = endpoint({
  method: 'POST',
  path: '/events/:id/door/scans',
  access: 'any',
  who: whoChecksIn,
  summary: `Check in the tickets of up to ${mostScans} scans, in their order. A ticket that two scans show is admitted once`,
  params: idParams,
  headers: keyHeader,
  body: z.object({
    scans: z
      .array(scan)
      .min(1, { error: 'Send at least one scan' })
      .max(mostScans, { error: `Send at most ${mostScans} scans at once` }),
  }),
  answers: {
    200: z.object({
      results: z.array(
        z.object({
          id: withExample(z.string(), '7d0c5f1e-6a52-4f0b-9b1d-3f2a8c9e4b10'),
          outcome: withExample(scanOutcome, 'admitted'),
          msg: withExample(z.string().nullable(), null, 'Why the ticket was refused'),
          ticket: doorTicket
            .nullable()
            .meta({ description: 'Null for a ticket that this event does not have' }),
        }),
      ),
    }),
  },
  refuses: doorRefusals,
});

export const undoDoorScan = endpoint({
  method: 'POST',
  path: '/events/:id/door/undo',
  access: 'any',
  who: 'For volunteers, who may undo the check-ins of their own link. Accounts change tickets with `PATCH /tickets/{id}`.',
  summary: 'Undo a check-in that this link made',
  params: idParams,
  headers: keyHeader,
  body: z.object({ ticket_id: id }),
  answers: { 200: z.object({ ticket: doorTicket }) },
  refuses: [...doorRefusals, 'ticket_not_found', 'ticket_not_live'],
});
