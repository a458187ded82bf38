import { broken, control, hidden, id, wrongIds } from './field-rules-events.ts';
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
