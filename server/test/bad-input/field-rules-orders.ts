import { broken, control, hidden, id, noText, wrongIds } from './field-rules-events.ts';
import type { BodyRules } from './field-rules-table.ts';

const item = { ticket_type_id: 1, quantity: 1 };
const itemIs = (fields: object) => ({ items: [{ ...item, ...fields }] });
const notWhole = 'Quantity must be a whole number';
const notTotal = 'The expected total must be an amount in pounds';
const buyer = { name: 'Mara Ellis', email: 'mara@example.org' };
const notAmount = 'The amount must be more than 0 pounds';
const notNumber = 'This is not the number of an order';

export const orderRules: readonly BodyRules[] = [
  {
    key: 'POST /orders',
    valid: { event_id: 1, items: [item], buyer },
    rules: [
      [
        { event_id: undefined, items: undefined },
        { event_id: 'Event id is required', items: 'Items is required' },
      ],
      ...wrongIds.map((event_id) => [{ event_id }, { event_id: id }] as const),
      ...wrongIds.map(
        (ticket_type_id) => [itemIs({ ticket_type_id }), { 'items.0.ticket_type_id': id }] as const,
      ),
      [{ items: [] }, { items: 'Choose at least one ticket' }],
      [{ items: 'two' }, { items: 'items must be a list' }],
      [{ items: [item, item] }, { items: 'Name each type of ticket only once' }],
      [
        {
          items: [
            { ...item, quantity: 60 },
            { ticket_type_id: 2, quantity: 41 },
          ],
        },
        { items: 'An order can have at most 100 tickets' },
      ],
      [itemIs({ quantity: 0 }), { 'items.0.quantity': 'Quantity must be at least 1' }],
      [
        itemIs({ quantity: 101 }),
        {
          'items.0.quantity': 'Quantity must be at most 100',
          items: 'An order can have at most 100 tickets',
        },
      ],
      [itemIs({ quantity: 1.5 }), { 'items.0.quantity': notWhole }],
      [itemIs({ quantity: '2' }), { 'items.0.quantity': notWhole }],
      [itemIs({ attendees: [{}, {}] }), { 'items.0.attendees': 'There are more attendees than tickets' }],
      [itemIs({ attendees: [{ name: ' ' }] }), { 'items.0.attendees.0.name': 'Name is required' }],
      [itemIs({ attendees: [{ name: 'Mara\ud800' }] }), { 'items.0.attendees.0.name': broken }],
      [itemIs({ attendees: [{ email: 'mara' }] }), { 'items.0.attendees.0.email': 'Email is invalid' }],
      [{ buyer: { ...buyer, name: '' } }, { 'buyer.name': 'Name is required' }],
      [{ buyer: { ...buyer, name: 'a'.repeat(101) } }, { 'buyer.name': 'Use at most 100 characters' }],
      [{ buyer: { ...buyer, name: 'two\nlines' } }, { 'buyer.name': control }],
      [{ buyer: { ...buyer, name: 'Mara\u200b' } }, { 'buyer.name': hidden }],
      [{ buyer: { ...buyer, name: '\ud800' } }, { 'buyer.name': broken }],
      [{ buyer: { ...buyer, email: 'mara' } }, { 'buyer.email': 'Email is invalid' }],
      [{ buyer: 'Mara' }, { buyer: 'buyer must be an object' }],
      [{ promo_code: ' ' }, { promo_code: 'Promo code is required' }],
      [{ promo_code: 'a'.repeat(41) }, { promo_code: 'Use at most 40 characters' }],
      [{ promo_code: 'a\u0000b' }, { promo_code: control }],
      [{ promo_code: 'a\ud800b' }, { promo_code: broken }],
      [{ expected_total: -1 }, { expected_total: notTotal }],
      [{ expected_total: '20' }, { expected_total: notTotal }],
      [{ replaces: 7 }, { replaces: notNumber }],
      [{ replaces: 'a'.repeat(41) }, { replaces: notNumber }],
      [{ key: 7 }, { key: noText('key') }],
      [{ key: 'a'.repeat(101) }, { key: 'This is not the key of an event' }],
    ],
  },
  {
    key: 'POST /orders/:number/cancel',
    valid: {},
    rules: [
      [{ ticket_ids: [] }, { ticket_ids: 'Choose at least one ticket' }],
      [{ ticket_ids: 'all' }, { ticket_ids: 'ticket_ids must be a list' }],
      ...wrongIds.map((wrong) => [{ ticket_ids: [wrong] }, { 'ticket_ids.0': id }] as const),
      [{ only_unpaid: 'yes' }, { only_unpaid: 'only_unpaid must be true or false' }],
    ],
  },
  {
    key: 'POST /orders/:number/refunds',
    valid: { cancel_tickets: true },
    rules: [
      [{ cancel_tickets: undefined }, { cancel_tickets: 'Cancel tickets is required' }],
      [{ cancel_tickets: 'yes' }, { cancel_tickets: 'cancel_tickets must be true or false' }],
      [{ ticket_ids: [] }, { ticket_ids: 'Choose at least one ticket' }],
      [{ ticket_ids: 'all' }, { ticket_ids: 'ticket_ids must be a list' }],
      ...wrongIds.map((wrong) => [{ ticket_ids: [wrong] }, { 'ticket_ids.0': id }] as const),
      [{ amount: 0 }, { amount: notAmount }],
      [{ amount: -1 }, { amount: notAmount }],
      [{ amount: '7.50' }, { amount: notAmount }],
      [{ amount: 7.505 }, { amount: 'The amount can have at most two decimals' }],
      [{ amount: 10_000_001 }, { amount: 'The amount must be at most 10000000' }],
      [{ reason: 7 }, { reason: noText('reason') }],
      [{ reason: 'a'.repeat(501) }, { reason: 'Use at most 500 characters' }],
    ],
  },
  {
    key: 'PATCH /orders/:number',
    valid: { tickets: [{ id: 1, name: 'Ivo Marsh' }] },
    rules: [
      [{ tickets: undefined }, { tickets: 'Tickets is required' }],
      [{ tickets: [] }, { tickets: 'Choose at least one ticket' }],
      [{ tickets: 'all' }, { tickets: 'tickets must be a list' }],
      [
        {
          tickets: [
            { id: 1, name: 'Ivo' },
            { id: 1, email: null },
          ],
        },
        { tickets: 'Name each ticket only once' },
      ],
      [{ tickets: [{ id: 1 }] }, { 'tickets.0': 'Give a name or an email' }],
      ...wrongIds.map(
        (wrong) => [{ tickets: [{ id: wrong, name: 'Ivo' }] }, { 'tickets.0.id': id }] as const,
      ),
      [{ tickets: [{ id: 1, name: ' ' }] }, { 'tickets.0.name': 'Name is required' }],
      [{ tickets: [{ id: 1, name: 'a'.repeat(101) }] }, { 'tickets.0.name': 'Use at most 100 characters' }],
      [{ tickets: [{ id: 1, name: 'two\nlines' }] }, { 'tickets.0.name': control }],
      [{ tickets: [{ id: 1, email: 'ivo' }] }, { 'tickets.0.email': 'Email is invalid' }],
    ],
  },
  {
    key: 'POST /tickets/:id/transfer',
    valid: { name: 'Ivo Marsh', email: 'ivo@example.org' },
    rules: [
      [
        { name: undefined, email: undefined },
        { name: 'Name is required', email: 'Email is required' },
      ],
      [{ name: ' ' }, { name: 'Name is required' }],
      [{ name: 'a'.repeat(101) }, { name: 'Use at most 100 characters' }],
      [{ name: 'two\nlines' }, { name: control }],
      [{ email: 'ivo' }, { email: 'Email is invalid' }],
    ],
  },
];
