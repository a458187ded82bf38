import { broken, control, hidden, id, noBoolean, turned, wrongIds } from './field-rules-events.ts';
import type { BodyRules } from './field-rules-table.ts';

const guest = { name: 'Ivo Marsh', email: 'ivo@example.org' };
const guestIs = (fields: object) => ({ guests: [{ ...guest, ...fields }] });
const makeGuests = (count: number, quantity: number) =>
  Array.from({ length: count }, (_, n) => ({ ...guest, email: `ivo${n}@example.org`, quantity }));

export const guestListRules: readonly BodyRules[] = [
  {
    key: 'POST /events/:id/complimentary-tickets',
    valid: { ticket_type_id: 1, guests: [guest] },
    rules: [
      [
        { ticket_type_id: undefined, guests: undefined },
        { ticket_type_id: 'Ticket type id is required', guests: 'Guests is required' },
      ],
      ...wrongIds.map((ticket_type_id) => [{ ticket_type_id }, { ticket_type_id: id }] as const),
      [{ guests: [] }, { guests: 'Name at least one guest' }],
      [{ guests: 'Ivo' }, { guests: 'guests must be a list' }],
      [{ guests: makeGuests(31, 1) }, { guests: 'Name at most 30 guests at a time' }],
      [{ guests: makeGuests(2, 51) }, { guests: 'Give at most 100 tickets at a time' }],
      [
        { guests: [guest, { ...guest, email: 'IVO@example.org' }] },
        { guests: 'Name each email address only once' },
      ],
      [guestIs({ name: ' ' }), { 'guests.0.name': 'Name is required' }],
      [guestIs({ name: 'a'.repeat(101) }), { 'guests.0.name': 'Use at most 100 characters' }],
      [guestIs({ name: 'two\nlines' }), { 'guests.0.name': control }],
      [guestIs({ name: 'Ivo\udc00' }), { 'guests.0.name': broken }],
      [guestIs({ name: 'Ivo\u200b' }), { 'guests.0.name': hidden }],
      [guestIs({ email: 'ivo' }), { 'guests.0.email': 'Email is invalid' }],
      [guestIs({ quantity: 0 }), { 'guests.0.quantity': 'Quantity must be at least 1' }],
      [guestIs({ quantity: 1.5 }), { 'guests.0.quantity': 'Quantity must be a whole number' }],
      [guestIs({ quantity: '2' }), { 'guests.0.quantity': 'Quantity must be a whole number' }],
      [
        guestIs({ quantity: 101 }),
        { 'guests.0.quantity': 'Quantity must be at most 100', guests: 'Give at most 100 tickets at a time' },
      ],
    ],
  },
];

const words = { subject: 'Doors open later', text: 'Doors open at 7:30 PM.' };

const wordRules = [
  [{ subject: undefined }, { subject: 'Subject is required' }],
  [{ subject: ' ' }, { subject: 'Subject is required' }],
  [{ subject: 5 }, { subject: 'Subject is required' }],
  [{ subject: 'a'.repeat(151) }, { subject: 'Use at most 150 characters' }],
  // A mail server would take what follows the line for a header.
  [{ subject: 'Hello\r\nBcc: everybody@example.org' }, { subject: control }],
  [{ subject: 'Hello\nworld' }, { subject: control }],
  [{ subject: 'Hel\u200blo' }, { subject: hidden }],
  [{ subject: 'Hello\udc00' }, { subject: broken }],
  [{ text: undefined }, { text: 'Text is required' }],
  [{ text: ' \n ' }, { text: 'Text is required' }],
  [{ text: 'a'.repeat(5001) }, { text: 'Use at most 5000 characters' }],
  [{ text: 'a\u0000b' }, { text: control }],
  [{ text: 'abc\u2067' }, { text: turned }],
  [{ takes_replies: 'yes' }, { takes_replies: noBoolean('takes_replies') }],
] as const;

export const messageRules: readonly BodyRules[] = [
  {
    key: 'POST /events/:id/messages',
    valid: { ...words, audience: 'all' },
    rules: [
      ...wordRules,
      [{ audience: 'everybody' }, { audience: 'audience must be one of all, type, not_in' }],
      ...wrongIds.map((ticket_type_id) => [{ ticket_type_id }, { ticket_type_id: id }] as const),
    ],
  },
  { key: 'POST /events/:id/messages/preview', valid: words, rules: wordRules },
  { key: 'POST /events/:id/messages/test', valid: words, rules: wordRules },
  {
    key: 'PATCH /events/:id/automatic-mails',
    valid: { kind: 'reminder', words },
    rules: [
      [{ kind: 'birthday' }, { kind: 'kind must be one of reminder, thanks' }],
      [{ words: 'Hello' }, { words: 'words must be an object' }],
      [{ is_on: 1 }, { is_on: noBoolean('is_on') }],
      [{ words: { ...words, subject: 'a\nb' } }, { 'words.subject': control }],
      [{ words: { ...words, text: ' ' } }, { 'words.text': 'Text is required' }],
    ],
  },
];
