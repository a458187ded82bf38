import { z } from 'zod';
import { out, sentence } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParams, line, pageQuery, success, text, timeOut, withExample } from '../fields.ts';
import { idempotencyKey } from './orders.ts';

/** The most characters of a message. */
export const maxMessage = 5000;
export const maxSubject = 150;

/**
 * `all`: everybody with a ticket. `type`: the holders of one ticket type. `not_in`: everybody with a ticket that is not
 * checked in.
 */
export const messageAudience = z.enum(['all', 'type', 'not_in']);
export type MessageAudience = z.output<typeof messageAudience>;

/** The mails that attendees get by themselves: the day before the start, and the day after the end. */
export const automaticKind = z.enum(['reminder', 'thanks']);
export type AutomaticKind = z.output<typeof automaticKind>;

const words = {
  subject: withExample(
    line({ required: 'Subject is required', max: maxSubject }),
    'Doors open half an hour later',
  ),
  text: withExample(
    text(maxMessage).refine((value) => value !== '', { error: 'Text is required' }),
    'The band is stuck in traffic. **Doors open at 7:30 PM.**',
    'A small part of Markdown, as in the description of an event',
  ),
  takes_replies: withExample(
    z.boolean(),
    false,
    "Whether replies go to the caller's email address, which everybody then sees. Without it, replies reach nobody",
  ).optional(),
};

const message = z
  .object({
    id: withExample(z.int(), 31),
    kind: withExample(z.enum(['message', ...automaticKind.options]), 'message'),
    subject: withExample(z.string(), 'Doors open half an hour later'),
    text: withExample(z.string(), 'The band is stuck in traffic. **Doors open at 7:30 PM.**'),
    audience: withExample(
      z.enum([...messageAudience.options, 'came']),
      'all',
      '`came`: everybody who was checked in, for a thank-you',
    ),
    ticket_type: withExample(
      z.string().nullable(),
      null,
      'The name of the ticket type, if the message went to the holders of one type that still exists',
    ),
    takes_replies: withExample(z.boolean(), false),
    sender_name: withExample(
      z.string().nullable(),
      'Mara Ellis',
      'Null when the account was deleted, and for mails that go out by themselves',
    ),
    created_at: timeOut,
    recipients: withExample(z.int(), 120, 'How many email addresses it goes to'),
    sent: withExample(z.int(), 118, 'How many mails were sent'),
    not_sent: withExample(
      z.int(),
      1,
      'How many were not sent: the recipient does not want such mails, has no ticket any more, or the mail server refused it',
    ),
    waiting: withExample(
      z.int(),
      1,
      'How many wait: the recipient has not verified the address yet, or got many mails today',
    ),
  })
  .meta({ id: 'Message' });

const who = "For members of the event's team, whatever their role, and for site administrators.";

export const countAudiences = endpoint({
  method: 'GET',
  path: '/events/:id/message-audiences',
  access: 'team',
  who,
  summary: 'How many recipients a message to the attendees would have',
  params: idParams,
  answers: {
    200: z.object({
      all: withExample(z.int(), 120, 'Everybody with a ticket. Each email address counts once'),
      not_in: withExample(z.int(), 118, 'Those who are not checked in'),
      unverified: z
        .object({ all: withExample(z.int(), 2), not_in: withExample(z.int(), 1) })
        .meta({ description: 'How many of them get the mail only after they verify their email address' }),
      ticket_types: z.array(
        z.object({
          id: withExample(z.int(), 64),
          name: withExample(z.string(), 'Standing'),
          recipients: withExample(z.int(), 90),
          unverified: withExample(z.int(), 2),
        }),
      ),
    }),
  },
  refuses: ['event_not_found'],
});

export const listMessages = endpoint({
  method: 'GET',
  path: '/events/:id/messages',
  access: 'team',
  who,
  summary: 'The messages that were sent to the attendees, newest first',
  params: idParams,
  query: z.object(pageQuery),
  answers: {
    200: z.object({ messages: z.array(message), total_messages: out.count, total_pages: out.count }),
  },
  refuses: ['event_not_found'],
});

const sent = z.object({ status: success, msg: sentence('Your message is on its way'), message });

export const sendMessage = endpoint({
  method: 'POST',
  path: '/events/:id/messages',
  access: 'team',
  who,
  summary:
    'Send a mail to the attendees of an event, one to each email address, until 30 days after its end. At most 5 a day for an event, 20 for a team and 40 for an account; teams in their first 7 days reach at most 100 recipients a day, and so does an account with all such teams',
  params: idParams,
  headers: z.object({
    'idempotency-key': withExample(
      idempotencyKey,
      'a6a3c0de-6d0a-4a58-9f0e-0c2e3f9b7a11',
      'A random word for this message. Sending the same message with the same key again sends no second mails',
    ),
  }),
  body: z.object({
    ...words,
    audience: messageAudience,
    ticket_type_id: withExample(id, 64, 'Required when `audience` is `type`').optional(),
  }),
  answers: {
    201: sent,
    200: sent.meta({ description: 'The message that this Idempotency-Key sent before' }),
  },
  refuses: [
    'email_not_verified',
    'event_not_found',
    'ticket_type_not_found',
    'event_not_published',
    'event_without_team',
    'too_late_to_write',
    'nobody_to_write_to',
    'idempotency_key_reused',
    'too_many_requests',
  ],
});

export const previewMessage = endpoint({
  method: 'POST',
  path: '/events/:id/messages/preview',
  access: 'team',
  who,
  summary: 'How a message will look as a mail; sends nothing',
  params: idParams,
  body: z.object(words),
  answers: {
    200: z.object({
      subject: withExample(z.string(), 'Doors open half an hour later'),
      html: withExample(z.string(), '<!doctype html><html>…</html>', 'A whole document'),
    }),
  },
  refuses: ['event_not_found', 'event_without_team'],
});

export const testMessage = endpoint({
  method: 'POST',
  path: '/events/:id/messages/test',
  access: 'team',
  who,
  summary: 'Send a message to the caller only, to see how it arrives. At most 10 an hour',
  params: idParams,
  body: z.object(words),
  answers: {
    200: z.object({ status: success, msg: sentence('The test is on its way to mara@example.org') }),
  },
  refuses: ['email_not_verified', 'event_not_found', 'event_without_team', 'too_many_requests'],
});

const automaticMail = z.object({
  kind: withExample(automaticKind, 'reminder'),
  is_on: withExample(z.boolean(), true, 'By default true for the reminder, and false for the thank-you'),
  subject: withExample(z.string(), 'Reminder: Late jazz at the Maltings'),
  text: withExample(z.string(), 'We look forward to seeing you.'),
  has_own_words: withExample(z.boolean(), false, 'False while the event has the usual words'),
  due_at: withExample(timeOut, '2031-11-19T18:30:00.000Z', 'When it goes out. It moves with the event'),
  state: withExample(
    z.enum(['due', 'sent', 'missed', 'not_published']),
    'due',
    'Whether it goes out at that time if it is on. `missed`: its time has passed, or the event was published after it',
  ),
  sent_at: timeOut.nullable(),
});

export const listAutomaticMails = endpoint({
  method: 'GET',
  path: '/events/:id/automatic-mails',
  access: 'team',
  who,
  summary: 'The reminder and the thank-you, which attendees get by themselves',
  params: idParams,
  answers: { 200: z.object({ mails: z.array(automaticMail) }) },
  refuses: ['event_not_found'],
});

export const changeAutomaticMail = endpoint({
  method: 'PATCH',
  path: '/events/:id/automatic-mails',
  access: 'team',
  who,
  summary:
    "Switch the reminder or the thank-you of an event on or off, or change its words. The usual words are sent while the writer's address is not verified, and if a team in its first 7 days would reach more than 100 recipients a day",
  params: idParams,
  body: z.object({
    kind: automaticKind,
    is_on: withExample(z.boolean(), true).optional(),
    words: z
      .object({ subject: words.subject, text: words.text })
      .nullable()
      .optional()
      .meta({ description: 'Null: the usual words' }),
  }),
  answers: { 200: z.object({ status: success, mail: automaticMail }) },
  refuses: ['email_not_verified', 'event_not_found'],
});
