import { z } from 'zod';
import { withExample, timeOut } from './fields.ts';

export const sentence = (words: string) => withExample(z.string(), words);

const pictureOut = z.string().nullable();

/**
 * Fields that several answers share. The schemas check only the types, because Foyer validated the values before
 * storing them.
 */
export const out = {
  eventId: withExample(z.int(), 42),
  teamId: withExample(z.int(), 3),
  userId: withExample(z.int(), 7),
  ticketId: withExample(z.int(), 640),
  registrationId: withExample(z.int(), 512),
  orderNumber: withExample(
    z.string(),
    '7QK2M9XWTA',
    'What people call the order by. Knowing it opens nothing',
  ),
  count: withExample(z.int(), 1),
  username: withExample(z.string(), 'mara.ellis'),
  email: withExample(z.string(), 'mara@example.org'),
  attendeeEmail: withExample(
    z.string().nullable(),
    'mara@example.org',
    'Null for the team when it gave the ticket without typing the address',
  ),
  profileImage: withExample(pictureOut, 'https://example.org/mara.webp'),
  teamName: withExample(z.string(), 'The Maltings'),
  teamDescription: withExample(z.string().nullable(), 'Concerts and courses in the old malt house'),
  teamPicture: withExample(
    pictureOut,
    '/uploads/teams/4f9c2d/large.webp',
    'The path of the picture that the team uploaded',
  ),
  teamContact: withExample(
    z.string().nullable(),
    'box-office@example.org',
    'The address for questions, which everybody can see. Null when the team gave none',
  ),
  eventTitle: withExample(z.string(), 'Late jazz at the Maltings'),
  eventDescription: withExample(z.string().nullable(), 'A trio, two sets, and the bar open until eleven'),
  eventLocation: withExample(z.string().nullable(), 'The Maltings, Mill Lane'),
  eventImage: withExample(pictureOut, '/uploads/events/4f9c2d/page.webp'),
  startTime: withExample(timeOut, '2031-11-20T18:30:00.000Z'),
  endTime: withExample(timeOut, '2031-11-20T21:00:00.000Z'),
  doorsMinutes: withExample(
    z.int().nullable(),
    30,
    'How many minutes before the start the doors open. Null when the team did not say',
  ),
  disputed: withExample(z.boolean(), false, "Whether the buyer's bank has asked for the money back"),
  refundPending: withExample(z.boolean(), false, 'Whether a refund is still on its way'),
  refundFailing: withExample(z.boolean(), false, 'Whether a refund has failed; Foyer keeps trying'),
  ticketCode: withExample(z.string(), 'q3Jx0c5mZ2k7VwN8rTb1yA'),
  shortCode: withExample(
    z.string(),
    '4T7WQ2K9XM',
    'For people to read and to type at the door, like the ticket code',
  ),
};
