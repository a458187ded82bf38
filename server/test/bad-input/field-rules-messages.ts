import { broken, control, hidden, id, noBoolean, turned, wrongIds } from './field-rules-events.ts';
import type { BodyRules } from './field-rules-table.ts';

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
      [{ audience: 'everybody' }, { audience: 'Choose all, type or not_in' }],
      ...wrongIds.map((ticket_type_id) => [{ ticket_type_id }, { ticket_type_id: id }] as const),
    ],
  },
  { key: 'POST /events/:id/messages/preview', valid: words, rules: wordRules },
  { key: 'POST /events/:id/messages/test', valid: words, rules: wordRules },
];
