import { z } from 'zod';
import { shown, timeOut } from './fields.ts';

/** The message for people in the answer to a change. */
export const sentence = (words: string) => shown(z.string(), words);

const pictureOut = z.string().nullable();

/** Fields that several answers share. Answers check only their types: the values were validated when they came in. */
export const out = {
  eventId: shown(z.int(), 42),
  teamId: shown(z.int(), 3),
  userId: shown(z.int(), 7),
  ticketId: shown(z.int(), 640),
  registrationId: shown(z.int(), 512),
  count: shown(z.int(), 1),
  username: shown(z.string(), 'mara.ellis'),
  email: shown(z.string(), 'mara@example.org'),
  profileImage: shown(pictureOut, 'https://example.org/mara.webp'),
  teamName: shown(z.string(), 'The Maltings'),
  teamDescription: shown(z.string().nullable(), 'Concerts and courses in the old malt house'),
  eventTitle: shown(z.string(), 'Late jazz at the Maltings'),
  eventDescription: shown(z.string().nullable(), 'A trio, two sets, and the bar open until eleven'),
  eventLocation: shown(z.string().nullable(), 'The Maltings, Mill Lane'),
  eventImage: shown(pictureOut, '/uploads/events/4f9c2d/page.webp'),
  startTime: shown(timeOut, '2031-11-20T18:30:00.000Z'),
  endTime: shown(timeOut, '2031-11-20T21:00:00.000Z'),
  disputed: shown(z.boolean(), false, "Whether the buyer's bank has asked for the money back"),
  refundPending: shown(z.boolean(), false, 'Whether a refund is still on its way'),
  refundFailing: shown(z.boolean(), false, 'Whether a refund has failed; Foyer keeps trying'),
  ticketCode: shown(z.string(), 'q3Jx0c5mZ2k7VwN8rTb1yA'),
};
