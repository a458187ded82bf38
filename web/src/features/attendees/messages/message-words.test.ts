import { describe, expect, it } from 'vitest';
import { chooseInterval } from './attendees.messages.api.ts';
import {
  countChosen,
  describeLater,
  describeAudience,
  describeDelivery,
  describeSender,
} from './message-words.ts';

const message = {
  id: 1,
  kind: 'message',
  subject: 'Doors open later',
  text: 'At 7:30 PM.',
  audience: 'all',
  ticket_type: null,
  takes_replies: false,
  sender_name: 'Mara Ellis',
  created_at: '2026-11-21T18:30:00.000Z',
  recipients: 3,
  sent: 3,
  not_sent: 0,
  waiting: 0,
} as const;

describe('a sent message', () => {
  it.each([
    [{ sent: 1 }, '1 of 3 emails sent'],
    [{}, 'Sent to 3 recipients'],
    [{ sent: 1, not_sent: 2 }, 'Sent to 1 recipient, 2 not sent'],
    [
      { sent: 1, waiting: 2 },
      'Sent to 1 recipient, 2 emails wait because an address is not verified or has reached its email limit',
    ],
    [
      { sent: 2, waiting: 1 },
      'Sent to 2 recipients, 1 email waits because an address is not verified or has reached its email limit',
    ],
  ])('says how far its mails are: %j', (fields, words) => {
    expect(describeDelivery({ ...message, ...fields })).toBe(words);
  });

  it.each([
    ['all', null, 'Everybody with a ticket'],
    ['not_in', null, 'Those who were not in yet'],
    ['came', null, 'Everybody who was checked in'],
    ['type', 'Balcony', 'Tickets of the type Balcony'],
    ['type', null, 'One ticket type'],
  ] as const)('says to whom it went: %s, %s', (audience, ticket_type, words) => {
    expect(describeAudience({ audience, ticket_type })).toBe(words);
  });
});

describe('the page with the sent messages', () => {
  const sentAt = Date.parse(message.created_at);

  it.each([
    ['not at all when all are settled or wait', { sent: 2, waiting: 1 }, 1, false],
    ['often for a new message', { sent: 2 }, 1, 3000],
    ['seldom for an older message', { sent: 2 }, 6, 60_000],
  ])('looks again %s', (_, fields, minutes, interval) => {
    expect(chooseInterval([{ ...message, ...fields }], sentAt + minutes * 60_000)).toBe(interval);
  });
});

describe('the sender of a message', () => {
  it.each([
    ['message', 'Mara Ellis', 'Mara Ellis'],
    ['message', null, null],
    ['reminder', null, 'Reminder'],
    ['thanks', null, 'Thank-you'],
  ] as const)(
    'is a person or the kind of a mail that goes out by itself: %s, %s',
    (kind, sender_name, words) => {
      expect(describeSender({ kind, sender_name })).toBe(words);
    },
  );
});

describe('the recipients of a choice', () => {
  const audiences = {
    all: 9,
    not_in: 7,
    unverified: { all: 3, not_in: 2 },
    ticket_types: [{ id: 4, name: 'Balcony', recipients: 2, unverified: 1 }],
  };

  it.each([
    [{ audience: 'all', ticket_type_id: '4' }, 9, 3],
    [{ audience: 'not_in', ticket_type_id: '' }, 7, 2],
    [{ audience: 'type', ticket_type_id: '4' }, 2, 1],
    [{ audience: 'type', ticket_type_id: '5' }, 0, 0],
  ] as const)('are counted: %j', (choice, recipients, unverified) => {
    expect(countChosen(audiences, choice)).toEqual({ recipients, unverified });
  });

  it.each([
    [5, 0, null],
    [1, 1, 'This person gets it only after verifying their email address.'],
    [2, 2, 'They get it only after verifying their email addresses.'],
    [5, 1, 'One of them gets it only after verifying their email address.'],
    [5, 2, '2 of them get it only after verifying their email addresses.'],
  ])('of which some are not verified yet: %d, %d', (recipients, unverified, words) => {
    expect(describeLater({ recipients, unverified })).toBe(words);
  });
});
