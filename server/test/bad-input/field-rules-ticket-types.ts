import { control, hidden, noBoolean, noText, turned } from './field-rules-events.ts';
import type { BodyRules } from './field-rules-table.ts';

const notWhole = (name: string) => `${name} must be a whole number`;

/** The fields that take whole numbers, each with its name in messages, its lowest and its highest value. */
const wholeNumbers = [
  ['quantity', 'Quantity', 1, 1_000_000],
  ['min_per_order', 'The fewest tickets per order', 1, 100],
  ['max_per_order', 'The most tickets per order', 1, 100],
  ['max_per_buyer', 'The most tickets per buyer', 1, 10_000],
  ['position', 'Position', 0, 1000],
] as const;

const typeRules = [
  ...['', '  ', null, 5].map((name) => [{ name }, { name: 'Name is required' }] as const),
  [{ name: 'a'.repeat(101) }, { name: 'Use at most 100 characters' }],
  [{ name: 'two\nlines' }, { name: control }],
  [{ name: 'Adult\u200b' }, { name: hidden }],
  [{ description: 5 }, { description: noText('description') }],
  [{ description: 'a'.repeat(2001) }, { description: 'Use at most 2000 characters' }],
  [{ description: 'a\u0000b' }, { description: control }],
  [{ description: '\u202eabc' }, { description: turned }],
  ...[-0.01, 'free', null].map((price) => [{ price }, { price: 'Price must be 0 or greater' }] as const),
  [{ price: 0.29 }, { price: 'Price must be 0 or at least £0.30, the least that a card can pay' }],
  [{ price: 1.005 }, { price: 'Price can have at most two decimals' }],
  [{ price: 100_001 }, { price: 'Price must be at most 100000' }],
  ...wholeNumbers.flatMap(
    ([field, name, least, most]) =>
      [
        [{ [field]: least - 1 }, { [field]: `${name} must be at least ${least}` }],
        [{ [field]: most + 1 }, { [field]: `${name} must be at most ${most}` }],
        [{ [field]: 1.5 }, { [field]: notWhole(name) }],
        [{ [field]: '2' }, { [field]: notWhole(name) }],
      ] as const,
  ),
  [{ min_per_order: null }, { min_per_order: notWhole('The fewest tickets per order') }],
  [{ sales_start: 'soon' }, { sales_start: 'Sales start must be a time such as 2031-11-20T18:30:00Z' }],
  [{ sales_end: 'late' }, { sales_end: 'Sales end must be a time such as 2031-11-20T18:30:00Z' }],
  [{ sales_end: '9031-05-01T18:00' }, { sales_end: 'Choose a date between the years 2000 and 2200' }],
  [{ visibility: 'secret' }, { visibility: 'visibility must be one of public, hidden' }],
  [{ paused: 'yes' }, { paused: noBoolean('paused') }],
  [
    { name: '', price: -1, quantity: 0 },
    {
      name: 'Name is required',
      price: 'Price must be 0 or greater',
      quantity: 'Quantity must be at least 1',
    },
  ],
] as const;

export const ticketTypeRules: readonly BodyRules[] = [
  {
    key: 'POST /events/:id/ticket-types',
    valid: { name: 'Reduced', price: 8 },
    rules: [
      ...typeRules,
      [{ name: undefined }, { name: 'Name is required' }],
      [{ price: undefined }, { price: 'Price is required' }],
    ],
  },
  { key: 'PATCH /events/:id/ticket-types/:typeId', valid: {}, rules: typeRules },
  {
    key: 'POST /events/:id/repeats',
    valid: { starts: ['2031-11-27T18:30:00Z'] },
    rules: [
      [{ starts: undefined }, { starts: 'A list of start times is required' }],
      [{ starts: '2031-11-27T18:30:00Z' }, { starts: 'starts must be a list of times' }],
      [{ starts: null }, { starts: 'starts must be a list of times' }],
      [{ starts: [] }, { starts: 'Choose at least one date' }],
      [
        { starts: Array.from({ length: 52 }, () => '2031-11-27T18:30:00Z') },
        { starts: 'A series has at most 52 events' },
      ],
      [{ starts: ['soon'] }, { 'starts.0': 'Start time must be a time such as 2031-11-20T18:30:00Z' }],
    ],
  },
];
